/** Words of landing pages, in the page's language. */
import type { Language } from '../choices/languages.ts'

const id = {
  name: 'Nama',
  phone: 'Nomor HP (WhatsApp)',
  email: 'Email',
  city: 'Kota',
  notes: 'Pesan',
  optional: 'boleh kosong',
  send: 'Kirim',
  more: 'Saya tertarik',
  free: 'Gratis',
  off: 'Formulir tidak aktif di pratinjau.',
} as const

type Words = { readonly [Name in keyof typeof id]: string }

const en: Words = {
  name: 'Name',
  phone: 'Mobile number (WhatsApp)',
  email: 'Email',
  city: 'City',
  notes: 'Message',
  optional: 'optional',
  send: 'Send',
  more: 'I am interested',
  free: 'Free',
  off: 'The form is off in the preview.',
}

const tr: Words = {
  name: 'Ad',
  phone: 'Cep numarası (WhatsApp)',
  email: 'E-posta',
  city: 'Şehir',
  notes: 'Mesaj',
  optional: 'isteğe bağlı',
  send: 'Gönder',
  more: 'İlgileniyorum',
  free: 'Ücretsiz',
  off: 'Önizlemede form kapalıdır.',
}

const ar: Words = {
  name: 'الاسم',
  phone: 'رقم الجوال (واتساب)',
  email: 'البريد الإلكتروني',
  city: 'المدينة',
  notes: 'الرسالة',
  optional: 'اختياري',
  send: 'إرسال',
  more: 'أنا مهتم',
  free: 'مجانًا',
  off: 'النموذج متوقف في المعاينة.',
}

export const landingWords: Readonly<Record<Language, Words>> = { id, en, tr, ar }
