/** Page for invalid short links, in the visitor's language. */
import { acceptedLanguage } from '#contract/choices/languages.ts'
import { sendPage } from '#server/content/page/send-page.ts'

const words = {
  id: {
    ended: ['Tautan ini sudah berakhir', 'Mintalah tautan yang baru kepada pengirimnya.'],
    unknown: ['Tautan ini tidak ada', 'Periksa kembali alamatnya, atau mintalah tautan yang baru.'],
    limited: ['Terlalu banyak permintaan', 'Coba lagi dalam satu menit.'],
  },
  en: {
    ended: ['This link has ended', 'Ask whoever sent it for a new one.'],
    unknown: ['This link does not exist', 'Check the address, or ask for a new link.'],
    limited: ['Too many requests', 'Try again in a minute.'],
  },
  tr: {
    ended: ['Bu bağlantının süresi doldu', 'Gönderenden yeni bir bağlantı isteyin.'],
    unknown: ['Böyle bir bağlantı yok', 'Adresi kontrol edin veya yeni bir bağlantı isteyin.'],
    limited: ['Çok fazla istek', 'Bir dakika sonra yeniden deneyin.'],
  },
  ar: {
    ended: ['انتهت صلاحية هذا الرابط', 'اطلب رابطًا جديدًا ممن أرسله إليك.'],
    unknown: ['هذا الرابط غير موجود', 'تحقّق من العنوان أو اطلب رابطًا جديدًا.'],
    limited: ['طلبات كثيرة جدًا', 'حاول مرة أخرى بعد دقيقة.'],
  },
} as const

export type Reason = keyof (typeof words)['id']
const statuses: Readonly<Record<Reason, number>> = { ended: 410, unknown: 404, limited: 429 }

export function deadEnd(reason: Reason, acceptLanguage?: string): Response {
  const language = acceptedLanguage(acceptLanguage)
  const [title, detail] = words[language][reason]
  const body = `<section><h1>${title}</h1><p>${detail}</p></section>`
  return sendPage({ language, title, body }, statuses[reason], reason === 'limited' ? { 'Retry-After': '60' } : {})
}
