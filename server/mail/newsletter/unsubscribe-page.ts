/** Page of `/u/{token}`: in the visitor's language, without scripts or requests. */
import { createHash } from 'node:crypto'

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

type Language = keyof typeof words
export type UnsubscribeView = keyof (typeof words)[Language]
const statuses: Readonly<Record<UnsubscribeView, number>> = { ask: 200, done: 200, unknown: 404, limited: 429 }

const isLanguage = (tag: string): tag is Language => Object.hasOwn(words, tag)

/** Returns the first supported language; default Indonesian. */
function languageOf(accepted: string): Language {
  const tags = accepted.slice(0, 200).toLowerCase().split(',')
  return tags.map((tag) => tag.trim().slice(0, 2)).find(isLanguage) ?? 'id'
}

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:.75rem;padding:1.5rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}h1{margin:0;font-size:1.25rem}p{margin:0;opacity:.75}button{font:inherit;font-weight:700;padding:.8rem 1.2rem;min-height:3rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid;outline-offset:2px}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** No cookie, no redirect: providers of mail send the POST themselves. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Language',
}

export function unsubscribePage(view: UnsubscribeView, acceptLanguage = ''): Response {
  const language = languageOf(acceptLanguage)
  const [title, detail, button] = words[language][view]
  // Without an action the form goes to the page's own address.
  const form = button ? `<form method="post"><button>${button}</button></form>` : ''
  const html = `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${detail}</p>${form}</body></html>`
  const retry = view === 'limited' ? { 'Retry-After': '60' } : {}
  return new Response(html, { status: statuses[view], headers: { ...headers, ...retry } })
}
