/** Which facts of a stock answer a question, and whether anything is left that none of them says. */
import type { FactKind } from '#server/market/facts/fact.ts'
import { termsOf } from './terms.ts'

/** Words of a question that a fact answers. */
const words: readonly (readonly [FactKind, string])[] = [
  ['price', 'harga price close closing penutupan ditutup tutup berapaan quote kurs'],
  [
    'pick',
    'beli buy jual sell masuk keluar exit stop loss stoploss cut cutloss cl take profit average averaging avg down tambah nambah up',
  ],
  ['analysis', 'analisis analisa ulasan riset review analysis'],
  ['position', 'portofolio porto portfolio posisi dipegang'],
]
/** Words that only ask for a recommendation, and are answered with the one that was published or by a person. */
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

/** How things work in general: the stock of the chat has no part in it. */
const general =
  /\b(?:apa (?:itu|arti|maksud|beda)|(?:itu|tuh) apa|arti(?:nya)?|maksud(?:nya)?|pengertian|definisi|beda(?:nya)?|perbedaan|cara(?:nya)?|jelaskan|contoh(?:nya)?|guna(?:nya)?|what is|how to)\b/i

const asking = /\?|\b(?:berapa|brp|brapa|bagaimana|gimana|gmn|gmna|apa|mana|update|info|kabar)/i

export interface Wanted {
  kinds: ReadonlySet<FactKind>
  /** It asks for a recommendation. */
  isAdvice: boolean
  /** It asks how things work in general. */
  isGeneral: boolean
  /** There are words that no fact answers. */
  isMore: boolean
  /** It asks something, and greets or thanks not only. */
  asks: boolean
}

/** `codes` are those that stand in the question. */
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
