/** What the bot knows of the business itself: prices of memberships, and leave (docs/product/assistant.md#memberships-and-leave). */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { products } from '#contract/choices/options.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import type { Db } from '#server/db/database.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import type { Fact } from '#server/market/facts/fact.ts'
import { termsOf } from './terms.ts'

const membershipWords = new Set(
  'membership memberships keanggotaan member anggota langganan berlangganan paket vip emt emv wst tta tab gabung bergabung daftar mendaftar perpanjang perpanjangan memperpanjang'.split(
    ' ',
  ),
)
const priceWords = new Set(
  'harga harganya biaya biayanya tarif tarifnya bayar membayar bayarnya price cost fee berapaan murah mahal promo diskon'.split(' '),
)
const leaveWords = new Set('cuti cutinya liburan libur jeda menjeda pause bekukan membekukan'.split(' '))

const howMuch = new Set(['berapa', 'brp', 'brapa'])
const otherMeasures = new Set('lama kali hari bulan tahun minggu jam orang banyak persen minimal maksimal jumlah lot lembar'.split(' '))

/** More are left to a person. */
const maxListed = 12
/** Offers that are looked at for a named one. */
const maxOffers = 1_000

const leaveText =
  'Cuti dapat diambil 1 sampai 90 hari, mulai hari ini atau hari lain selama akses Anda masih berjalan. Akhir akses Anda bergeser sebanyak hari cuti, dan cuti yang dihentikan lebih awal mengembalikan sisa harinya. Sampaikan tanggal mulai dan selesai di chat ini, tim kami yang mencatatnya.'

interface Offer {
  name: string
  price: number | null
  discount_price: number | null
  duration_days: number
}

function offerText({ name, price, discount_price, duration_days }: Offer): string {
  const now = discount_price ?? price ?? 0
  const before = discount_price !== null && price !== null && discount_price < price ? ` (harga normal ${formatRupiah(price)})` : ''
  return `${name}: ${now === 0 ? 'gratis' : formatRupiah(now)}${before} untuk ${duration_days} hari.`
}

/** Facts that answer a question about memberships or leave; none for any other. Prices are those of the offers that are active now. */
export async function serviceFacts(db: Db, question: string): Promise<Fact[]> {
  const words =
    question
      .toLowerCase()
      .slice(0, 4_096)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const has = (among: ReadonlySet<string>) => words.some((word) => among.has(word))
  // 'Berapa lama' asks for no price.
  const asksPrice = has(priceWords) || words.some((word, at) => howMuch.has(word) && !otherMeasures.has(words[at + 1] ?? ''))
  const isLeave = has(leaveWords)
  if (!isLeave && !(has(membershipWords) && asksPrice)) return []
  const named = products.filter((each) => words.some((word) => word === each.toLowerCase()))
  const { name, product, price, discount_price, duration_days, type, is_active, sort, id } = memberships
  const rows = await db
    .select({ name, price, discount_price, duration_days, type })
    .from(memberships)
    .where(and(eq(is_active, true), isLeave ? eq(type, 'Cuti') : undefined, named.length ? inArray(product, named) : undefined))
    .orderBy(asc(sort), asc(id))
    .limit(maxOffers)
  const offers = rows.filter((row) => isLeave || row.type !== 'Cuti').map(offerText)
  const terms = termsOf(question).map(({ word }) => word)
  // Of a named offer those alone, where there are some.
  const meant = offers.filter((text) =>
    terms.some((word) => !membershipFillers.has(word) && text.toLowerCase().split(/\W+/).includes(word)),
  )
  const chosen = (isLeave || !meant.length ? offers : meant).slice(0, maxListed)
  const facts = chosen.map((text): Fact => ({ kind: 'membership', code: '', text, source: 'Membership' }))
  return isLeave ? [{ kind: 'leave', code: '', text: leaveText, source: 'Cuti' }, ...facts] : facts
}

/** Words of every offer, which choose none. */
const membershipFillers = new Set(['membership', 'keanggotaan', 'member', 'anggota', 'paket', 'hari', 'harga', 'untuk', 'rp', 'normal'])
