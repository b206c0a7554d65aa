/** Search terms of a question: its words without stop words, with synonyms. */
import { normaliseText } from '#contract/lib/normalise-text.ts'
import { withoutPersonal } from './without-personal.ts'

/** Normalises characters and drops NUL. */
export const plainText = (text: string): string => normaliseText(text, 'NFKC').replaceAll('\0', '')

const stopWords: ReadonlySet<string> = new Set(
  `ada adalah agar akan aku anda apa apakah arti artinya atau bagaimana bagi bahwa beberapa beda bedanya berapa berarti bila bisa boleh
  bukan buat cara caranya coba dalam dan dapat dari definisi dengan di dimaksud dong gimana guna gunanya hal harus ia ini itu jadi
  jelaskan jika juga kah kak kalau kami kamu kan kapan karena ke kenapa kepada kita lagi lah lalu maka maksud maksudnya mana masih mau
  melakukan mengapa menjadi mereka min mohon namun nya oleh pada para pengertian perbedaan perlu pun saat saja sama sampai saya sebuah
  secara sedang seperti serta siapa sih suatu sudah supaya tadi tapi telah tentang tersebut tetapi tidak tolong untuk ya yaitu yang a an
  and are can do does for how i in is it me my of on or the to what when where which who why with you your aja admin apaan bang banget
  belum bgmn biar blm bos bro brp deh dgn doang emang engga enggak ga gak gan gk gmn gmna gue gw hai halo hi jd jg kakak kalo kayak klo
  knp kok krn lg lho loh makasih mas mba mbak mimin nanya ngga nggak nih pak pake permisi please sdh sis sob soal sy tanya tau tdk thanks
  trus tuh udah utk yah yg yuk baca membaca disebut dinamakan hitung menghitung menentukan produk`.match(/[a-z]+/g),
)

/** Synonyms for traders. */
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
  ['membership', 'keanggotaan', 'member', 'anggota'],
  ['cair', 'pencairan', 'ditarik', 'tarik', 'penarikan'],
]

const synonyms = new Map(synonymGroups.flatMap((group) => group.map((word) => [word, group] as const)))

/** A term with all its spellings. */
export interface Term {
  readonly word: string
  readonly ways: readonly string[]
}

/** Further terms are ignored, to limit searches. */
const maxTerms = 24

/** Returns the distinct terms of a question, in order; none for stop words alone. */
export function termsOf(question: string): Term[] {
  const words =
    withoutPersonal(question, ' ')
      .toLowerCase()
      .replace(/\bhari ini\b/g, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const kept = [...new Set(words)].filter((word) => word.length > 1 && word.length <= 60 && !stopWords.has(word))
  const terms = kept.map((word) => ({ word, ways: synonyms.get(word) ?? [word] }))
  // Synonyms are one term and match once.
  const once = terms.filter(({ ways }, at) => ways.length < 2 || terms.findIndex((term) => term.ways === ways) === at)
  return once.slice(0, maxTerms)
}
