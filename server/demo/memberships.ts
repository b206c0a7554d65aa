/** Membership products by term and length, with benefits. */
import type { Random } from './base/random.ts'
import { type Clock, recordColumns } from './base/rows.ts'

const products: readonly { product: string; access: string[]; monthly: number; about: string[] }[] = [
  {
    product: 'EMT',
    access: ['emt'],
    monthly: 350_000,
    about: ['Rekomendasi swing trading setiap hari bursa', 'Tanya saham tanpa batas', 'Rekaman live market'],
  },
  {
    product: 'EMV',
    access: ['emv'],
    monthly: 400_000,
    about: ['Portofolio investasi jangka panjang', 'Bedah laporan keuangan tiap kuartal', 'Valuasi emiten pilihan'],
  },
  { product: 'WST', access: ['wst'], monthly: 275_000, about: ['Watchlist mingguan', 'Analisis sektor', 'Grup diskusi bersama coach'] },
  {
    product: 'TTA',
    access: ['emt', 'emv'],
    monthly: 600_000,
    about: ['Kelas Trading Academy', 'Pendampingan 1-on-1', 'Akses EMT dan EMV'],
  },
  {
    product: 'TAB',
    access: ['emt', 'emv', 'wst'],
    monthly: 750_000,
    about: ['Semua akses dalam satu paket', 'Undangan gathering tahunan'],
  },
]
const lengths: readonly { name: string; days: number; months: number; off: number }[] = [
  { name: 'Bulanan', days: 30, months: 1, off: 0 },
  { name: '3 Bulan', days: 90, months: 3, off: 10 },
  { name: '6 Bulan', days: 180, months: 6, off: 15 },
  { name: 'Tahunan', days: 365, months: 12, off: 25 },
]
const thousand = (amount: number) => Math.round(amount / 1_000) * 1_000

export function demoMemberships(random: Random, clock: Clock, authors: readonly string[]) {
  const offers = products.flatMap(({ product, access, monthly, about }) => {
    const paid = ['Regular', 'VIP'].flatMap((type) =>
      lengths.map(({ name, days, months, off }) => {
        const price = thousand(monthly * months * (type === 'VIP' ? 2.2 : 1))
        return {
          name: `${product} ${type === 'VIP' ? 'VIP ' : ''}${name}`,
          product,
          type,
          fee_type: 'paid',
          price,
          discount_price: off ? thousand((price * (100 - off)) / 100) : null,
          duration_days: days,
          access_type: access,
          about: type === 'VIP' ? [...about, 'Jalur prioritas ke analis'] : about,
        }
      }),
    )
    const trial = {
      name: `${product} Coba Gratis`,
      type: 'Regular',
      fee_type: 'free',
      price: null,
      duration_days: 7,
      about: about.slice(0, 1),
    }
    const leave = {
      name: `${product} Cuti`,
      type: 'Cuti',
      fee_type: 'paid',
      price: 50_000,
      duration_days: 30,
      about: ['Masa aktif dihentikan sementara'],
    }
    return [...paid, ...[trial, leave].map((offer) => ({ ...offer, product, discount_price: null, access_type: access }))]
  })
  return offers.map(({ about, ...offer }, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 400, authors),
    ...offer,
    benefits: `<ul>${about.map((line) => `<li><p>${line}</p></li>`).join('')}</ul>`,
    is_active: random.chance(88),
    sort: at + 1,
  }))
}

/** Prices since their creation. */
export function demoTerms(memberships: ReturnType<typeof demoMemberships>) {
  return memberships.map(({ id, price, discount_price, is_active, created_at }) => ({
    section: 'membership',
    product: id,
    variant: '',
    price: discount_price ?? price ?? 0,
    is_on: is_active,
    since: created_at,
  }))
}
