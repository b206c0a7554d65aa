/** Selects the facts that answer a question about a stock, and whether they suffice. */
import type { FactKind } from '#server/market/facts/fact.ts'
import { termsOf } from './terms.ts'

/** Words of questions by kind of fact. */
const words: readonly (readonly [FactKind, string])[] = [
  ['price', 'harga price close closing penutupan ditutup tutup berapaan quote kurs'],
  [
    'pick',
    'beli buy jual sell masuk keluar exit stop loss stoploss cut cutloss cl take profit average averaging avg down tambah nambah up',
  ],
  ['analysis', 'analisis analisa ulasan riset review analysis'],
  ['position', 'portofolio porto portfolio posisi dipegang'],
]
/** Words that ask for a recommendation: answered with the published one, or by a person. */
const advice: ReadonlySet<string> = new Set(
  `rekomendasi rekomen rekomend rekom reko recommendation saran sinyal signal call hold tahan entry tp sl target layak bagus jelek menarik
  prospek prospektif worth koleksi akumulasi serok lepas cicil nyicil haka lanjut pegang pick mending sebaiknya dibeli dijual ditahan
  dikoleksi beliin aman pendapat pendapatnya`.split(/\s+/),
)
const kindOf = new Map(words.flatMap(([kind, list]) => list.split(/\s+/).map((word) => [word, kind] as const)))

/** Words that ask for nothing more. */
const fillers: ReadonlySet<string> = new Set(
  `sekarang skrg skrng kini terakhir terbaru terkini current today now last update updatenya kabar kabarnya kondisi info infonya infoin kasih
  tahu minta tampilkan lihat liat cek saham sahamnya emiten kode lembar lembarnya per rupiah level kalian tim lapangan menurut kira pagi siang
  sore malam selamat mohon bantu bantuannya bertanya ingin izin ijin boleh bole pengen pingin gimana2 masihkah berapakah apa2 dulu ulang
  dimana versi lapor assalamualaikum berikan beri sebutkan tunjukkan share coba dapatkan ini analis waktunya saatnya`.split(/\s+/),
)

/** Phrases of general questions, without the chat's stock. */
const general =
  /\b(?:apa (?:itu|arti|maksud|beda)|(?:itu|tuh) apa|arti(?:nya)?|maksud(?:nya)?|pengertian|definisi|beda(?:nya)?|perbedaan|cara(?:nya)?|jelaskan|contoh(?:nya)?|guna(?:nya)?|what is|how to)\b/i

const asking = /\?|\b(?:berapa|brp|brapa|bagaimana|gimana|gmn|gmna|apa|mana|update|info|kabar)/i

export interface Wanted {
  kinds: ReadonlySet<FactKind>
  /** Asks for a recommendation. */
  isAdvice: boolean
  /** A general question. */
  isGeneral: boolean
  /** There are words that no fact answers. */
  isMore: boolean
  /** More than a greeting or thanks. */
  asks: boolean
}

/** `codes`: those in the question. */
export function wantedFacts(question: string, codes: readonly string[]): Wanted {
  const kinds = new Set<FactKind>()
  let [isMore, isAdvice] = [false, false]
  for (const { word } of termsOf(question)) {
    if (codes.includes(word.toUpperCase()) || fillers.has(word)) continue
    const bare = word.replace(/(?:nya|kah|lah)$/, '')
    const kind = kindOf.get(word) ?? kindOf.get(bare)
    const asksAdvice = advice.has(word) || advice.has(bare)
    if (asksAdvice) isAdvice = true
    if (kind || asksAdvice) kinds.add(kind ?? 'pick')
    else if (!fillers.has(bare) && !codes.includes(bare.toUpperCase())) isMore = true
  }
  return { kinds, isAdvice, isGeneral: general.test(question), isMore, asks: asking.test(question) }
}
