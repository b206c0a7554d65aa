/** Page for invalid short links: in the visitor's language, without scripts or requests. */

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

type Language = keyof typeof words
export type Reason = keyof (typeof words)[Language]
const statuses: Readonly<Record<Reason, number>> = { ended: 410, unknown: 404, limited: 429 }

const isLanguage = (tag: string): tag is Language => Object.hasOwn(words, tag)

/** Returns the first supported language; default Indonesian. */
function languageOf(accepted: string): Language {
  const tags = accepted.slice(0, 200).toLowerCase().split(',')
  return tags.map((tag) => tag.trim().slice(0, 2)).find(isLanguage) ?? 'id'
}

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:.5rem;padding:1.5rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}h1{margin:0;font-size:1.25rem}p{margin:0;opacity:.7}'

export function deadEnd(reason: Reason, acceptLanguage = ''): Response {
  const language = languageOf(acceptLanguage)
  const [title, detail] = words[language][reason]
  const html = `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><h1>${title}</h1><p>${detail}</p></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', Vary: 'Accept-Language' }
  return new Response(html, { status: statuses[reason], headers: reason === 'limited' ? { ...headers, 'Retry-After': '60' } : headers })
}
