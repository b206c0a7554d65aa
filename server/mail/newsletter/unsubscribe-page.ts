/** Page of `/u/{token}`, in the visitor's language. */
import { acceptedLanguage } from '#contract/choices/languages.ts'
import { sendPage } from '#server/content/page/send-page.ts'

const words = {
  id: {
    ask: ['Berhenti berlangganan?', 'Anda tidak akan menerima newsletter kami lagi di alamat ini.', 'Berhenti berlangganan'],
    done: ['Anda sudah berhenti berlangganan', 'Kami tidak akan mengirim newsletter lagi ke alamat ini.', ''],
    unknown: ['Tautan ini tidak ada', 'Buka kembali tautan dari email kami.', ''],
    limited: ['Terlalu banyak permintaan', 'Coba lagi dalam satu menit.', ''],
  },
  en: {
    ask: ['Unsubscribe?', 'You will get no more newsletters from us at this address.', 'Unsubscribe'],
    done: ['You are unsubscribed', 'We send no more newsletters to this address.', ''],
    unknown: ['This link does not exist', 'Open the link in our mail again.', ''],
    limited: ['Too many requests', 'Try again in a minute.', ''],
  },
  tr: {
    ask: ['Abonelikten çıkılsın mı?', 'Bu adrese artık bültenlerimiz gelmeyecek.', 'Abonelikten çık'],
    done: ['Abonelikten çıktınız', 'Bu adrese artık bülten göndermeyeceğiz.', ''],
    unknown: ['Böyle bir bağlantı yok', 'E-postamızdaki bağlantıyı yeniden açın.', ''],
    limited: ['Çok fazla istek', 'Bir dakika sonra yeniden deneyin.', ''],
  },
  ar: {
    ask: ['إلغاء الاشتراك؟', 'لن تصلك نشراتنا البريدية على هذا العنوان بعد الآن.', 'إلغاء الاشتراك'],
    done: ['أُلغي اشتراكك', 'لن نرسل أي نشرات بريدية أخرى إلى هذا العنوان.', ''],
    unknown: ['هذا الرابط غير موجود', 'افتح الرابط الموجود في رسالتنا من جديد.', ''],
    limited: ['طلبات كثيرة جدًا', 'حاول مرة أخرى بعد دقيقة.', ''],
  },
} as const

export type UnsubscribeView = keyof (typeof words)['id']
const statuses: Readonly<Record<UnsubscribeView, number>> = { ask: 200, done: 200, unknown: 404, limited: 429 }

/** Without cookie and redirect: providers of mail send the POST themselves. */
export function unsubscribePage(view: UnsubscribeView, acceptLanguage?: string): Response {
  const language = acceptedLanguage(acceptLanguage)
  const [title, detail, button] = words[language][view]
  // Without an action the form goes to the page's own address.
  const form = button ? `<form method="post"><button>${button}</button></form>` : ''
  const body = `<section><h1>${title}</h1><p>${detail}</p>${form}</section>`
  return sendPage({ language, title, body }, statuses[view], view === 'limited' ? { 'Retry-After': '60' } : {})
}
