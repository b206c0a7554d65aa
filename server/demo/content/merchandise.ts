/** Merchandise: clothes, books and cups. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'

const goods: readonly { name: string; code: string; price: number; weight: number; sizes: boolean; about: string }[] = [
  { name: 'Kaos Bull Market', code: 'KAOS-BULL', price: 149_000, weight: 220, sizes: true, about: 'Katun combed 24s, sablon plastisol.' },
  { name: 'Kaos Cut Loss Dulu', code: 'KAOS-CUTLOSS', price: 149_000, weight: 220, sizes: true, about: 'Pengingat disiplin di dada kiri.' },
  {
    name: 'Hoodie Trader Malam',
    code: 'HOODIE-MALAM',
    price: 329_000,
    weight: 620,
    sizes: true,
    about: 'Fleece tebal untuk menemani sesi Wall Street.',
  },
  { name: 'Polo Lapangan', code: 'POLO-LAPANGAN', price: 199_000, weight: 280, sizes: true, about: 'Lacoste pique dengan bordir logo.' },
  {
    name: 'Topi Support Resistance',
    code: 'TOPI-SR',
    price: 99_000,
    weight: 110,
    sizes: false,
    about: 'Bahan drill, tali belakang logam.',
  },
  { name: 'Mug Candlestick', code: 'MUG-CANDLE', price: 79_000, weight: 380, sizes: false, about: 'Keramik 330 ml, aman untuk microwave.' },
  {
    name: 'Tumbler Profit Konsisten',
    code: 'TUMBLER-PROFIT',
    price: 169_000,
    weight: 350,
    sizes: false,
    about: 'Baja nirkarat, tahan dingin 12 jam.',
  },
  {
    name: 'Buku Jurnal Trading 2027',
    code: 'JURNAL-2027',
    price: 119_000,
    weight: 410,
    sizes: false,
    about: 'Templat 250 transaksi dan evaluasi bulanan.',
  },
  { name: 'Buku Dasar Analisis Saham', code: 'BUKU-DASAR', price: 135_000, weight: 450, sizes: false, about: 'Edisi ketiga, 280 halaman.' },
  {
    name: 'Mousepad Pola Candle',
    code: 'MOUSEPAD-POLA',
    price: 89_000,
    weight: 300,
    sizes: false,
    about: 'Ukuran 80 x 30 cm dengan 24 pola.',
  },
  { name: 'Stiker Laptop Emiten', code: 'STIKER-EMITEN', price: 25_000, weight: 20, sizes: false, about: 'Isi 12 lembar, tahan air.' },
  { name: 'Tote Bag Investor Sabar', code: 'TOTE-SABAR', price: 69_000, weight: 150, sizes: false, about: 'Kanvas 12 oz.' },
  { name: 'Poster Pola Harga', code: 'POSTER-POLA', price: 59_000, weight: 120, sizes: false, about: 'Ukuran A2, kertas matte.' },
  { name: 'Kaos Kaki Hijau Merah', code: 'KAOSKAKI-HM', price: 39_000, weight: 60, sizes: true, about: 'Satu hijau, satu merah.' },
]

export const merchandiseTitles = goods.map(({ name }) => name)

const editions = [
  { suffix: '', code: '', off: 0 },
  { suffix: ' Edisi Member', code: '-M', off: 20_000 },
] as const

export function demoMerchandise(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  return editions.flatMap(({ suffix, code, off }, turn) =>
    goods.map((good, place) => {
      const columns = recordColumns(random, clock, 300, authors)
      const price = Math.max(15_000, good.price - off)
      return {
        id: turn * goods.length + place + 1,
        ...columns,
        name: good.name + suffix,
        sku: good.code + code,
        image: pictures[place % pictures.length],
        description: good.about,
        price,
        stock: good.sizes ? 0 : random.upTo(240),
        weight_grams: good.weight,
        variants: good.sizes
          ? ['S', 'M', 'L', 'XL'].map((name, at) => ({
              ref: random.ref(Date.parse(columns.created_at) + at + 1),
              name,
              price: name === 'XL' ? price + 10_000 : price,
              stock: random.upTo(60),
            }))
          : [],
        is_active: random.chance(86),
      }
    }),
  )
}

/** Prices of products and variants since their creation. */
export function merchandiseTerms(products: ReturnType<typeof demoMerchandise>) {
  return products.flatMap(({ id, price, is_active, created_at, variants }) =>
    [{ ref: '', price }, ...variants].map((each) => ({
      section: 'merchandise',
      product: id,
      variant: each.ref,
      price: each.price,
      is_on: is_active,
      since: created_at,
    })),
  )
}
