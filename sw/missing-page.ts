/** A page of words that needs no script, no style and no picture, in the console's languages. */

const texts: Readonly<Record<'en' | 'id' | 'tr' | 'ar', { title: string; text: string; repair: string }>> = {
  en: {
    title: 'A part of Lapangan is missing on this device.',
    text: 'It comes again as soon as there is a connection. What you saved is still here, and nothing of it is lost.',
    repair: 'Repair',
  },
  id: {
    title: 'Sebagian Lapangan tidak ada di perangkat ini.',
    text: 'Bagian itu diambil lagi begitu ada koneksi. Yang Anda simpan masih ada di sini, tidak ada yang hilang.',
    repair: 'Perbaiki',
  },
  tr: {
    title: 'Lapangan’ın bir parçası bu cihazda eksik.',
    text: 'Bağlantı olur olmaz yeniden gelir. Kaydettikleriniz hâlâ burada, hiçbiri kaybolmadı.',
    repair: 'Onar',
  },
  ar: {
    title: 'جزء من Lapangan مفقود على هذا الجهاز.',
    text: 'سيُجلب من جديد حالما يتوفر اتصال. ما حفظته لا يزال هنا، ولم يضِع منه شيء.',
    repair: 'إصلاح',
  },
}

const isKnown = (language: string): language is keyof typeof texts => Object.hasOwn(texts, language)

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:20vh auto;padding:0 1.5rem}
h1{font-size:1.25rem}
a{display:inline-block;padding:.625rem 1.25rem;border-radius:.5rem;background:#0b7a53;color:#fff;text-decoration:none}`

/** 'Repair' opens the address again, and the worker tries again. */
export function missingPage(language: string): Response {
  const lang = isKnown(language) ? language : 'en'
  const { title, text, repair } = texts[lang]
  const html = `<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>Lapangan</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${text}</p><a href="">${repair}</a></body>
</html>`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  }
  return new Response(html, { status: 503, headers })
}
