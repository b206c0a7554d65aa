import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberships } from '#server/db/tables/commerce.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { serviceFacts } from './service-facts.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
  const offer = { fee_type: 'paid', type: 'Regular' }
  await test.platform.database.db.insert(memberships).values([
    { ...offer, name: 'EMT Bulanan', product: 'EMT', price: 1_499_000, duration_days: 30 },
    { ...offer, name: 'EMT Tahunan', product: 'EMT', price: 12_000_000, discount_price: 9_900_000, duration_days: 365 },
    { ...offer, name: 'WST Bulanan', product: 'WST', price: 500_000, duration_days: 30 },
    { ...offer, name: 'EMV Lama', product: 'EMV', price: 1, duration_days: 30, is_active: false },
    { ...offer, name: 'Cuti 14 hari', product: 'EMT', type: 'Cuti', price: 150_000, duration_days: 14 },
  ])
})
afterAll(() => test.close())

const textOf = async (question: string) => (await serviceFacts(test.platform.database.db, question)).map(({ text }) => text).join('\n')

describe('prices of memberships', () => {
  it.each([
    'berapa harga membership?',
    'Brp biaya langganan kak',
    'paketnya berapaan ya, mau gabung member',
    'How much is the membership price?',
  ])('answer %j with what is offered now', async (question) => {
    const text = await textOf(question)
    expect(text).toContain('EMT Bulanan: Rp 1.499.000 untuk 30 hari.')
    expect(text).toContain('EMT Tahunan: Rp 9.900.000 (harga normal Rp 12.000.000) untuk 365 hari.')
    expect(text).toContain('WST Bulanan')
    expect(text).not.toMatch(/EMV Lama|Cuti/)
  })

  it('are those of the product that is named', async () => {
    const text = await textOf('harga membership WST berapa?')
    expect(text).toBe('WST Bulanan: Rp 500.000 untuk 30 hari.')
  })

  it('are those of the product that is named, however many others are offered before it', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      fee_type: 'paid',
      type: 'Regular',
      name: `EMT ${at + 1} Bulan`,
      product: 'EMT',
      price: 100_000,
      duration_days: 30,
      sort: -1,
    }))
    const { db } = test.platform.database
    const made = await db.insert(memberships).values(many).returning({ id: memberships.id })
    expect(await textOf('berapa biaya WST untuk 1 bulan?')).toBe('WST Bulanan: Rp 500.000 untuk 30 hari.')
    const ids = made.map(({ id }) => id)
    await db.delete(memberships).where(inArray(memberships.id, ids))
  })

  it('of a product that is not offered are never those of another', async () => {
    expect(await textOf('harga membership TTA?')).toBe('')
    expect(await textOf('harga paket EMV berapa')).toBe('')
  })

  it.each(['harga BBCA berapa?', 'berapa lama proses jadi member?', 'apa itu lot?', 'halo', 'berapa sekarang?', ''])(
    'say nothing to %j',
    async (question) => expect(await textOf(question)).toBe(''),
  )
})

it.each(['gimana cara ambil cuti?', 'mau cuti 2 minggu bisa?', 'membership saya bisa di-pause ga?', 'CUTI berapa hari maksimal'])(
  '%j is told how leave is taken, and what is sold of it',
  async (question) => {
    const text = await textOf(question)
    expect(text).toMatch(/^Cuti dapat diambil 1 sampai 90 hari/)
    expect(text).toContain('Cuti 14 hari: Rp 150.000 untuk 14 hari.')
    expect(text).not.toContain('EMT Bulanan')
  },
)
