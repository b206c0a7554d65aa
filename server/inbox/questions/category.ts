/** Guesses a question's category from its words; people may change it. */
import { normaliseText } from '#contract/lib/normalise-text.ts'
import type { QuestionCategory } from '#contract/sections/stock/tanya-saham.ts'

const signs: readonly (readonly [QuestionCategory, RegExp])[] = [
  ['corporate_action', /\b(stock ?split|right ?issue|buyback|akuisisi|merger|rups|ipo|tender offer|waran)\b/],
  ['dividend', /\b(dividen|dividend|cum ?date|ex ?date|yield)\b/],
  ['portfolio', /\b(portofolio|portfolio|nyangkut|floating|average ?(down|up)|avg|posisi saya|punya saya|saya pegang|saya punya)\b/],
  ['exit', /\b(jual|sell|cut ?loss|take ?profit|tp|keluar|stop ?loss)\b/],
  ['entry', /\b(beli|buy|entry|masuk|akumulasi|koleksi|cicil)\b/],
  ['technical', /\b(support|resisten(si)?|resistance|breakout|trend|chart|ma\d*|rsi|macd|volume|teknikal|target)\b/],
  ['fundamental', /\b(per|pbv|roe|laba|pendapatan|laporan keuangan|fundamental|valuasi|utang|kinerja)\b/],
]

export function categoryOf(question: string): QuestionCategory {
  const text = normaliseText(question, 'NFKC').toLowerCase().slice(0, 4_096)
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? 'other'
}
