/** Promo codes in all states. Orders use them later. */
import { wibDay } from '#contract/lib/wib.ts'
import type { PromoProduct } from '#server/db/tables/commerce.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, recordColumns } from './base/rows.ts'

interface DemoCode {
  code: string
  name: string
  /** Percent, if no amount. */
  percent?: number
  amount?: number
  max_discount?: number
  min_amount?: number
  products?: PromoProduct[]
  type?: 'new' | 'renewal'
  quota?: number
  member_limit?: number
  /** Days from today to first and last day. */
  from: number
  to: number
  is_active?: boolean
}

const memberships: PromoProduct[] = [{ category: 'membership' }]
const goods: PromoProduct[] = [{ category: 'merchandise' }]

/** The first ones are used by examples of calls. */
const codes: readonly DemoCode[] = [
  { code: 'IHSG8000', name: 'Syukuran IHSG 8.000', percent: 8, max_discount: 80_000, quota: 800, from: -20, to: 25 },
  { code: 'LAMA2025', name: 'Promo akhir tahun lama', percent: 15, from: -400, to: -330 },
  { code: 'HEMAT10', name: 'Hemat 10% untuk semua', percent: 10, max_discount: 300_000, from: -90, to: 365 },
  { code: 'MEMBERBARU', name: 'Diskon member baru', percent: 20, type: 'new', products: memberships, member_limit: 1, from: -60, to: 120 },
  {
    code: 'SETIA15',
    name: 'Perpanjangan setia',
    percent: 15,
    type: 'renewal',
    products: memberships,
    min_amount: 500_000,
    from: -45,
    to: 90,
  },
  {
    code: 'VIPHEMAT',
    name: 'Potongan upgrade VIP',
    amount: 500_000,
    products: memberships,
    min_amount: 2_000_000,
    quota: 50,
    from: -10,
    to: 20,
  },
  { code: 'KAOS50', name: 'Potongan merchandise', amount: 50_000, products: goods, min_amount: 200_000, quota: 200, from: -15, to: 45 },
  { code: 'TERAKHIR1', name: 'Undian gathering, satu pemenang', percent: 50, max_discount: 1_000_000, quota: 1, from: -5, to: 30 },
  { code: 'AKHIRTAHUN', name: 'Promo akhir tahun', percent: 25, max_discount: 750_000, quota: 300, from: 12, to: 45 },
  { code: 'IMLEK888', name: 'Imlek 888', amount: 88_000, member_limit: 1, quota: 888, from: 60, to: 75 },
  { code: 'MERDEKA17', name: 'Diskon kemerdekaan', percent: 17, max_discount: 450_000, from: -110, to: -95 },
  { code: 'RAMADAN', name: 'Berkah Ramadan', percent: 12.5, products: memberships, from: -280, to: -250 },
  { code: 'WEBINAR25', name: 'Peserta webinar, ditahan dulu', percent: 25, type: 'new', quota: 100, from: -3, to: 10, is_active: false },
  { code: 'INTERNAL', name: 'Contoh untuk kode unik', amount: 100_000, member_limit: 1, from: -1, to: 60, is_active: false },
]

/** Name of the batch made from the last one. */
const batch = 'INTERNAL-DEMO'
const batchCodes: readonly DemoCode[] = ['INTERNALK7QX2MPA', 'INTERNALW9DE4RTZ'].map((code) => {
  return { code, name: 'Contoh untuk kode unik', amount: 100_000, member_limit: 1, quota: 1, from: -1, to: 60 }
})

export function demoPromoCodes(random: Random, clock: Clock, authors: readonly string[]) {
  const on = (days: number) => wibDay(new Date(clock.today + days * day))
  return [...codes, ...batchCodes].map(({ percent, amount, from, to, ...terms }, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 30, authors),
    code: terms.code,
    name: terms.name,
    discount_kind: amount === undefined ? 'percent' : 'amount',
    value: amount ?? percent ?? 0,
    max_discount: terms.max_discount ?? null,
    min_amount: terms.min_amount ?? null,
    products: (terms.products ?? []).map((product) => ({ ...product, ref: random.ref(clock.today) })),
    type: terms.type ?? 'all',
    quota: terms.quota ?? null,
    batch: at < codes.length ? null : batch,
    member_limit: terms.member_limit ?? null,
    used: 0,
    start: on(from),
    end: on(to),
    is_active: terms.is_active ?? true,
  }))
}
