/** Words of the API around landing pages: what the preview of the console does not show. */
import type { Language } from '#contract/choices/languages.ts'

const id = {
  required: 'Wajib diisi',
  wrong_phone: 'Isi nomor HP Indonesia, misalnya 0812 3456 7890',
  wrong_email: 'Isi alamat email yang benar',
  wrong_html: 'Tanda < dan > tidak boleh dipakai di sini',
  wrong_max_length: 'Terlalu panjang',
  wrong_address: 'Tulis nama saja, tanpa alamat situs atau email',
  wrong_other: 'Isian ini tidak dapat dipakai',
  check: 'Periksa lagi isian yang ditandai.',
  limited: 'Terlalu banyak isian dari jaringan ini. Coba lagi sebentar lagi.',
  thanks: 'Terima kasih',
  thanksHelp: 'Data Anda sudah kami terima. Kami segera menghubungi Anda.',
  back: 'Kembali ke halaman',
  unknown: 'Halaman ini tidak ada',
  unknownHelp: 'Periksa kembali alamatnya, atau mintalah tautan yang baru.',
  tooLarge: 'Isian terlalu besar',
  notForm: 'Isian tidak dapat dibaca',
  tooMany: 'Terlalu banyak permintaan',
  tooManyHelp: 'Coba lagi dalam satu menit.',
  preview: 'Pratinjau: halaman ini hanya terlihat dengan tautan ini, selama satu jam.',
} as const

type Words = { readonly [Name in keyof typeof id]: string }

const en: Words = {
  required: 'This is needed',
  wrong_phone: 'Enter an Indonesian mobile number, such as 0812 3456 7890',
  wrong_email: 'Enter a correct email address',
  wrong_html: 'The signs < and > cannot be used here',
  wrong_max_length: 'Too long',
  wrong_address: 'Write a name only, without the address of a website or a mailbox',
  wrong_other: 'This cannot be used',
  check: 'Please check what is marked.',
  limited: 'Too many forms from this network. Try again in a moment.',
  thanks: 'Thank you',
  thanksHelp: 'We have your details, and will contact you soon.',
  back: 'Back to the page',
  unknown: 'There is no such page',
  unknownHelp: 'Check the address, or ask for a new link.',
  tooLarge: 'This is too large',
  notForm: 'This could not be read',
  tooMany: 'Too many requests',
  tooManyHelp: 'Try again in a minute.',
  preview: 'Preview: only this link shows the page, for an hour.',
}

const tr: Words = {
  required: 'Bu alan gerekli',
  wrong_phone: 'Endonezya cep numarası girin, örneğin 0812 3456 7890',
  wrong_email: 'Geçerli bir e-posta adresi girin',
  wrong_html: '< ve > işaretleri burada kullanılamaz',
  wrong_max_length: 'Çok uzun',
  wrong_address: 'Yalnızca ad yazın; web sitesi veya e-posta adresi olmadan',
  wrong_other: 'Bu kullanılamaz',
  check: 'Lütfen işaretlenen alanları kontrol edin.',
  limited: 'Bu ağdan çok fazla form gönderildi. Biraz sonra yeniden deneyin.',
  thanks: 'Teşekkürler',
  thanksHelp: 'Bilgilerinizi aldık, yakında sizinle iletişime geçeceğiz.',
  back: 'Sayfaya dön',
  unknown: 'Böyle bir sayfa yok',
  unknownHelp: 'Adresi kontrol edin ya da yeni bir bağlantı isteyin.',
  tooLarge: 'Bu çok büyük',
  notForm: 'Bu okunamadı',
  tooMany: 'Çok fazla istek',
  tooManyHelp: 'Bir dakika sonra yeniden deneyin.',
  preview: 'Önizleme: sayfayı bir saat boyunca yalnızca bu bağlantı gösterir.',
}

const ar: Words = {
  required: 'هذا الحقل مطلوب',
  wrong_phone: 'أدخل رقم جوال إندونيسيًا مثل 0812 3456 7890',
  wrong_email: 'أدخل بريدًا إلكترونيًا صحيحًا',
  wrong_html: 'لا يمكن استخدام العلامتين < و > هنا',
  wrong_max_length: 'طويل جدًا',
  wrong_address: 'اكتب الاسم فقط، دون عنوان موقع أو بريد',
  wrong_other: 'لا يمكن استخدام هذا',
  check: 'يرجى مراجعة الحقول المحددة.',
  limited: 'نماذج كثيرة جدًا من هذه الشبكة. حاول مرة أخرى بعد قليل.',
  thanks: 'شكرًا لك',
  thanksHelp: 'وصلتنا بياناتك وسنتواصل معك قريبًا.',
  back: 'العودة إلى الصفحة',
  unknown: 'لا توجد صفحة كهذه',
  unknownHelp: 'تحقق من العنوان أو اطلب رابطًا جديدًا.',
  tooLarge: 'حجم البيانات كبير جدًا',
  notForm: 'تعذرت قراءة البيانات',
  tooMany: 'طلبات كثيرة جدًا',
  tooManyHelp: 'حاول مرة أخرى بعد دقيقة.',
  preview: 'معاينة: لا يعرض الصفحة إلا هذا الرابط، لمدة ساعة.',
}

const catalogs: Readonly<Record<Language, Words>> = { id, en, tr, ar }
export type Word = keyof Words

export const sayOn = (language: Language, word: Word): string => catalogs[language][word]

const problemWords: Readonly<Record<string, Word>> = {
  required: 'required',
  phone: 'wrong_phone',
  email: 'wrong_email',
  html: 'wrong_html',
  address: 'wrong_address',
  max_length: 'wrong_max_length',
}

/** A problem of a field in words. */
export const problemOn = (language: Language, code: string): string => sayOn(language, problemWords[code] ?? 'wrong_other')
