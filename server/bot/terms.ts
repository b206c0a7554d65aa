/** What of a question is searched for: its words without those that say nothing, and what else they are called. */

/** Short of letters and digits alone: signs between letters are spaces, or 'harga/saham' would be one word. */
export const plainText = (text: string): string => text.normalize('NFKC').replaceAll('\0', '')

const stopWords: ReadonlySet<string> = new Set(
  `ada adalah agar akan aku anda apa apakah atau bagaimana bagi bahwa beberapa berapa bila bisa boleh bukan buat cara caranya coba dalam dan
  dapat dari dengan di dong gimana hal harus ia ini itu jadi jika juga kah kak kalau kami kamu kan kapan karena ke kenapa kepada kita lagi
  lah lalu maka mana masih mau melakukan mengapa menjadi mereka min mohon namun nya oleh pada para perlu pun saat saja sama sampai saya
  sebuah secara sedang seperti serta siapa sih suatu sudah supaya tadi tapi telah tentang tersebut tetapi tidak tolong untuk ya yaitu yang a an and are can
  do does for how i in is it me my of on or the to what when where which who why with you your`.match(/[a-z]+/g),
)

/** Groups of words that mean the same to a trader. */
const synonymGroups: readonly (readonly string[])[] = [
  ['beli', 'membeli', 'pembelian', 'buy', 'entry'],
  ['jual', 'menjual', 'penjualan', 'sell'],
  ['untung', 'keuntungan', 'profit', 'cuan', 'laba'],
  ['rugi', 'kerugian', 'loss'],
  ['cutloss', 'stoploss', 'stop loss', 'cut loss'],
  ['dividen', 'dividend', 'deviden'],
  ['fraksi', 'tick'],
  ['ara', 'auto rejection', 'penolakan otomatis'],
  ['arb', 'auto rejection', 'penolakan otomatis'],
  ['biaya', 'fee', 'komisi'],
  ['emiten', 'perusahaan tercatat'],
  ['bayar', 'pembayaran', 'membayar'],
  ['perpanjang', 'perpanjangan', 'memperpanjang'],
]

const synonyms = new Map(synonymGroups.flatMap((group) => group.map((word) => [word, group] as const)))

/** A term, and everything it is found by. */
export interface Term {
  readonly word: string
  readonly ways: readonly string[]
}

/** A message is cut off behind this many terms, so that no question is a flood of searches. */
const maxTerms = 24

/** The terms of a question, each once, in their order. One of stop words alone has none. */
export function termsOf(question: string): Term[] {
  const words =
    plainText(question)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const kept = [...new Set(words)].filter((word) => word.length > 1 && word.length <= 60 && !stopWords.has(word))
  return kept.slice(0, maxTerms).map((word) => ({ word, ways: synonyms.get(word) ?? [word] }))
}
