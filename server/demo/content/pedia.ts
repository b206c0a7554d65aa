/** Terms of trading and investing, with explanations and links. */

import type { StoredFile } from '#contract/kit/field/field.ts'
import { slugBase } from '#contract/lib/slug.ts'
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'

const terms: readonly [term: string, definition: string, related: string][] = [
  ['ARA', 'Auto Reject Atas, batas kenaikan harga tertinggi suatu saham dalam satu hari bursa.', 'ARB'],
  ['ARB', 'Auto Reject Bawah, batas penurunan harga terendah suatu saham dalam satu hari bursa.', 'ARA'],
  ['Bearish', 'Keadaan pasar atau saham yang cenderung turun.', 'Bullish'],
  ['Bid', 'Harga beli yang ditawarkan calon pembeli di orderbook.', 'Offer|Orderbook'],
  ['Blue Chip', 'Saham perusahaan besar dengan kinerja stabil dan likuiditas tinggi.', 'Likuiditas'],
  ['Breakout', 'Harga menembus area resistance, biasanya disertai kenaikan volume.', 'Resistance|Volume'],
  ['Bullish', 'Keadaan pasar atau saham yang cenderung naik.', 'Bearish'],
  ['Candlestick', 'Cara menggambar harga pembukaan, tertinggi, terendah, dan penutupan dalam satu batang.', 'Volume'],
  ['Capital Gain', 'Keuntungan dari selisih harga jual dan harga beli.', 'Dividen'],
  ['Cum Date', 'Hari terakhir pembelian saham yang masih berhak atas dividen.', 'Dividen|Ex Date'],
  ['Cut Loss', 'Menjual saham yang rugi untuk mencegah kerugian lebih besar.', 'Stop Loss'],
  ['DER', 'Debt to Equity Ratio, perbandingan utang dengan modal perusahaan.', 'ROE'],
  ['Dividen', 'Bagian laba yang dibagikan kepada pemegang saham.', 'Cum Date|Ex Date'],
  ['Emiten', 'Perusahaan yang menjual efeknya kepada masyarakat melalui bursa.', 'IPO'],
  ['EPS', 'Earning per Share, laba bersih dibagi jumlah saham beredar.', 'PER'],
  ['Ex Date', 'Hari pertama saham diperdagangkan tanpa hak dividen.', 'Cum Date'],
  ['Fraksi Harga', 'Kelipatan terkecil perubahan harga saham, bergantung pada rentang harganya.', 'Orderbook'],
  ['Gap', 'Selisih antara harga penutupan kemarin dan harga pembukaan hari ini.', 'Candlestick'],
  ['IHSG', 'Indeks Harga Saham Gabungan, ukuran pergerakan seluruh saham di bursa.', 'Emiten'],
  ['IPO', 'Initial Public Offering, penawaran saham pertama kali kepada masyarakat.', 'Emiten'],
  ['Likuiditas', 'Kemudahan suatu saham dibeli atau dijual tanpa mengubah harganya.', 'Volume'],
  ['Lot', 'Satuan perdagangan saham di bursa, satu lot berisi 100 lembar.', 'Fraksi Harga'],
  ['Margin of Safety', 'Selisih antara nilai wajar dan harga pasar sebagai pengaman.', 'PBV'],
  ['Moving Average', 'Rata-rata harga selama beberapa hari yang bergeser setiap hari.', 'Breakout'],
  ['Offer', 'Harga jual yang ditawarkan calon penjual di orderbook.', 'Bid'],
  ['Orderbook', 'Daftar antrean beli dan jual suatu saham.', 'Bid|Offer'],
  ['PBV', 'Price to Book Value, perbandingan harga saham dengan nilai bukunya.', 'PER'],
  ['PER', 'Price to Earning Ratio, perbandingan harga saham dengan laba per saham.', 'EPS|PBV'],
  ['Resistance', 'Area harga tempat kenaikan sering tertahan oleh penjual.', 'Support'],
  ['Right Issue', 'Penerbitan saham baru yang ditawarkan lebih dulu kepada pemegang saham lama.', 'Emiten'],
  ['ROE', 'Return on Equity, laba bersih dibandingkan dengan modal.', 'DER'],
  ['Stock Split', 'Pemecahan satu saham menjadi beberapa saham dengan nilai nominal lebih kecil.', 'Lot'],
  ['Stop Loss', 'Harga yang ditetapkan sebelumnya untuk keluar dari posisi rugi.', 'Cut Loss'],
  ['Support', 'Area harga tempat penurunan sering tertahan oleh pembeli.', 'Resistance'],
  ['Swing Trading', 'Gaya trading yang menahan saham beberapa hari sampai beberapa minggu.', 'Stop Loss'],
  ['Volume', 'Jumlah saham yang berpindah tangan dalam satu periode.', 'Likuiditas'],
]

/** What each term is about. */
export const pediaTerms = terms.map(([term]) => term)

export function demoPedia(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  const ids = new Map(terms.map(([term], at) => [term, at + 1]))
  return terms.map(([term, definition, related], at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    term,
    slug: slugBase(term, 'emtpedia'),
    definition: `<p><strong>${term}</strong>: ${definition}</p>`,
    related: related.split('|').flatMap((name) => ids.get(name) ?? []),
    image: pictures[at] ?? null,
    status: at % 9 === 8 ? 'draft' : 'publish',
  }))
}
