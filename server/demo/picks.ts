/** Recommendations on demo prices: at target, stopped, held or waiting. */
import { asc, inArray, sql } from 'drizzle-orm'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { roundPrice } from '#contract/lib/price-tick.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { categoryDays, pickLife } from '#contract/market/pick-life.ts'
import type { Db } from '#server/db/database.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stockActions, stockPrices, stocks } from '#server/db/tables/stock.ts'
import { messagesOf } from '#server/market/picks/push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from './base/pictures.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'

type Category = keyof typeof categoryDays

/** Code, trading day of publishing (from 1), category, entry below the last close (percent), targets, and a later follow-up. */
const buys: readonly [
  code: string,
  day: number,
  Category,
  below: number,
  targets: number,
  follow?: 'sell' | 'hold-buy' | 'hold-no-buy',
  on?: number,
][] = [
  ['AMOR', 2, 'Super', 0, 2, 'hold-buy', 9],
  ['ADRO', 2, 'Swing', 0, 3],
  ['ARTO', 3, 'Swing', 0, 2],
  ['BRIS', 3, 'Swing', 0, 1],
  ['EMTK', 3, 'Super', 0, 2],
  ['MDKA', 3, 'Swing', 0, 2],
  ['SMGR', 4, 'Investing', 0, 2],
  ['UNVR', 5, 'Swing', 0, 1],
  ['CPIN', 5, 'Super', 0, 2, 'sell', 16],
  ['PTBA', 6, 'Super', 0, 2, 'hold-buy', 13],
  ['ICBP', 7, 'Investing', 0, 1, 'hold-no-buy', 15],
  ['INDF', 7, 'Swing', 0, 2],
  ['ACES', 7, 'Swing', 0, 2],
  ['EXCL', 7, 'Super', 0, 1],
  ['KLBF', 8, 'Super', 0, 2],
  ['PGAS', 8, 'Swing', 0, 2],
  ['ITMG', 8, 'Swing', 1, 2],
  ['ERAA', 11, 'Swing', 0, 2],
  ['TOWR', 12, 'Investing', 1, 3],
  ['MEDC', 13, 'Swing', 0, 2],
  ['INCO', 15, 'Swing', 0, 2],
  ['TINS', 15, 'Swing', 2, 2],
  ['ANTM', 16, 'Super', 2, 2],
  ['AALI', 17, 'Investing', 3, 1],
  ['BBCA', 19, 'Investing', 5, 2],
  ['BBRI', 19, 'Super', 5, 2],
  ['TLKM', 19, 'Swing', 5, 2],
  ['ASII', 19, 'Super', 5, 2],
  ['BMRI', 20, 'Super', 1, 2],
]

const others: readonly [code: string, kind: 'no-buy' | 'custom' | 'watchlist', day: number, reason: string][] = [
  ['UNTR', 'no-buy', 5, 'Harga sudah dekat resistance dan volume menipis. Tunggu koreksi sebelum masuk.'],
  ['BMRI', 'no-buy', 11, 'Valuasi di atas rata-rata lima tahun; risiko lebih besar daripada peluangnya.'],
  ['SMGR', 'custom', 13, 'Permintaan semen kuartal pertama biasanya lemah. Yang sudah memegang cukup menjaga batas rugi.'],
  ['ADRO', 'custom', 18, 'Harga batu bara naik lagi. Target akhir kami geser setelah laporan keuangan terbit.'],
  ['BMRI', 'watchlist', 17, 'Menarik bila menembus 7300 dengan volume di atas rata-rata.'],
  ['UNVR', 'watchlist', 18, 'Mulai membentuk dasar setelah turun tiga minggu.'],
  ['INCO', 'watchlist', 18, 'Pantau harga nikel dunia; area menarik 4500–4600.'],
  ['MEDC', 'watchlist', 19, 'Mendekati support kuat, tunggu konfirmasi pembalikan arah.'],
]

const reasons = [
  'Harga memantul dari area support dengan volume yang membaik.',
  'Menembus rata-rata 20 hari; momentum beralih ke pembeli.',
  'Laba kuartal terakhir tumbuh dua digit dan valuasi masih di bawah rata-rata sektor.',
  'Akumulasi asing beberapa hari berturut-turut.',
  'Pola double bottom hampir selesai, risiko terukur di bawah batas rugi.',
]

const seed = 20_261_117
const drafts = ['buy', 'watchlist', 'sell', 'hold-buy', 'hold-no-buy', 'no-buy', 'custom', 'watchlist'] as const

interface Market {
  ids: ReadonlyMap<string, number>
  /** Ordered trading days. */
  days: readonly string[]
  rows: readonly (typeof stockPrices.$inferSelect)[]
  factors: readonly (typeof stockActions.$inferSelect)[]
}

async function marketOf(db: Db): Promise<Market> {
  const codes = [...new Set([...buys.map(([code]) => code), ...others.map(([code]) => code)])]
  const found = await db.select({ id: stocks.id, code: stocks.code }).from(stocks).where(inArray(stocks.code, codes))
  const ids = found.map(({ id }) => id)
  const rows = await db.select().from(stockPrices).where(inArray(stockPrices.stock_id, ids)).orderBy(asc(stockPrices.date))
  const factors = await db.select().from(stockActions).where(inArray(stockActions.stock_id, ids))
  return { ids: new Map(found.map(({ id, code }) => [code, id])), days: [...new Set(rows.map(({ date }) => date))], rows, factors }
}

const nothing = {
  ...{
    category: null,
    buy_price: null,
    target_price: [] as { price: number }[],
    stop_loss: null,
    sell_price: null,
    risk: null,
    horizon: null,
  },
  ...{ reason: null as string | null, chart: null as StoredFile | null, open_buy_id: null, withdrawn_at: null },
  ...{ send_push: false, push_count: 0, late: false, status: 'publish', audience: ['emt'] as string[] },
}

const paragraph = (text = '') => `<p>${text}</p>`
const at = (day: string, time: string) => `${day}T${time}:00+07:00`

export async function fillPicks({ files }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  const random = randomFrom(seed)
  const { ids, days, rows, factors } = await marketOf(db)
  const dayOf = (number: number) => days[number - 1] ?? ''
  const charts = await drawPictures(
    files,
    db,
    buys.slice(-6).map(([code, , category]) => `${code} ${category}`),
    960,
    540,
  )
  const own = (code: string) => ({ stock_id: ids.get(code) ?? 0, rows: rows.filter(({ stock_id }) => stock_id === ids.get(code)) })
  const stamped = (day: string) => {
    const published_on = at(day, '08:15')
    return { ...recordColumns(random, clock, 2, authors), created_at: published_on, updated_at: published_on, published_on }
  }

  const bought = buys.map(([code, day, category, below, count, kind, on = 0], index) => {
    const { stock_id, rows: prices } = own(code)
    const close = prices.findLast(({ date }) => date < dayOf(day))?.close ?? prices[0]?.close ?? 1_000
    const to = roundPrice((close * (100 - below)) / 100)
    const from = roundPrice(to * 0.98)
    const targets = [1.035, 1.07, 1.1].slice(0, count).map((by) => ({ price: roundPrice(to * by) }))
    const stop_loss = roundPrice(from * 0.96)
    const pick = {
      to,
      targets: targets.map(({ price: target }) => target),
      stop: stop_loss,
      published_at: at(dayOf(day), '08:15'),
      days: categoryDays[category],
    }
    const held =
      kind &&
      pickLife(
        pick,
        prices,
        factors.filter((factor) => factor.stock_id === stock_id),
        dayOf(on - 1),
      )
    const price = prices.find(({ date }) => date === dayOf(on))?.close ?? close
    return {
      follow: held && held.state === 'entered' ? { kind, day: dayOf(on), price, stop: held.stop, targets: held.targets } : null,
      row: {
        ...stamped(dayOf(day)),
        ...nothing,
        ...{ stock_id, kind: 'buy', category, buy_price: { from, to }, target_price: targets, stop_loss },
        ...{
          risk: random.pick(['low', 'mid', 'high']),
          reason: paragraph(random.pick(reasons)),
          chart: charts[index - buys.length + 6] ?? null,
        },
        ...{ audience: category === 'Investing' ? ['emv'] : category === 'Super' ? ['emt', 'emv'] : ['emt', 'wst'], push_count: 1 },
      },
    }
  })
  const lastDay = dayOf(days.length)
  const draftRows = drafts.map((kind, index) => {
    const code = ['UNTR', 'UNVR', 'BBCA', 'BBRI', 'TLKM', 'INCO', 'ADRO', 'PGAS'][index] ?? 'BBCA'
    const { stock_id, rows: prices } = own(code)
    const close = prices.at(-1)?.close ?? 1_000
    const open = buys.findIndex((buy) => buy[0] === code)
    const draft = {
      ...recordColumns(random, clock, 60, authors),
      published_on: null,
      ...nothing,
      stock_id,
      kind,
      status: 'draft',
      reason: paragraph(random.pick(reasons)),
    }
    if (kind === 'buy') {
      const [from, to] = [roundPrice(close * 0.97), close]
      const target_price = [{ price: roundPrice(close * 1.06) }]
      return { ...draft, category: 'Swing', buy_price: { from, to }, target_price, stop_loss: roundPrice(from * 0.95), risk: 'mid' }
    }
    const open_buy_id = ['sell', 'hold-buy', 'hold-no-buy'].includes(kind) ? drafts.length + open + 1 : null
    return { ...draft, open_buy_id, sell_price: kind === 'sell' ? close : null }
  })
  const follows = bought.flatMap(({ row, follow }, index) => {
    if (!follow) return []
    const { kind, day, price, stop, targets } = follow
    const levels = { target_price: targets.map((target) => ({ price: roundPrice(target * 1.02) })), stop_loss: roundPrice(stop * 1.02) }
    const said = { stock_id: row.stock_id, kind, audience: row.audience, open_buy_id: drafts.length + index + 1, push_count: 1 }
    return [
      {
        ...stamped(day),
        ...nothing,
        ...said,
        ...(kind === 'sell' ? { sell_price: price } : levels),
        reason: paragraph(random.pick(reasons)),
      },
    ]
  })
  const rest = others.map(([code, kind, day, reason]) => ({
    ...stamped(dayOf(day)),
    ...nothing,
    stock_id: own(code).stock_id,
    kind,
    reason: paragraph(reason),
  }))
  const archived = {
    ...stamped(dayOf(3)),
    ...nothing,
    stock_id: own('KLBF').stock_id,
    kind: 'watchlist',
    status: 'archived',
    reason: paragraph(reasons[0]),
  }
  // The last one is scheduled.
  const upcoming = at(addDays(wibDay(new Date(clock.today)), 3), '08:30')
  const listed = bought.map(({ row }, index) =>
    index === bought.length - 1 ? { ...row, ...recordColumns(random, clock, 2, authors), published_on: upcoming, push_count: 0 } : row,
  )
  const all = [...draftRows, ...listed, ...follows, ...rest, archived]
  const withIds = all.map((row, index) => ({
    id: index + 1,
    ...row,
    target_price: row.target_price.map((target) => ({ ...target, ref: random.ref(clock.today) })),
  }))
  await insertRows(db, stockPicks, withIds)
  const isRecent = ({ push_count, published_on, status }: (typeof withIds)[number]) =>
    push_count > 0 &&
    status === 'publish' &&
    published_on !== null &&
    published_on >= dayOf(days.length - 4) &&
    published_on <= at(lastDay, '23:59')
  for (const { id, published_on } of withIds
    .filter(isRecent)
    .sort((a, b) => Date.parse(a.published_on ?? '') - Date.parse(b.published_on ?? ''))) {
    await db.execute(messagesOf(id, 1))
    await db.execute(sql`update ${memberInbox} set created_at = ${published_on}::timestamptz where ${memberInbox.pick_id} = ${id}`)
  }
}
