/** Demo holdings of products: traded at real closes, some averaged down, some closed. */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { roundPrice } from '#contract/lib/price-tick.ts'
import type { Trade } from '#contract/market/position.ts'
import { pickCategories } from '#contract/sections/stock/categories.ts'
import { portfolioProducts } from '#contract/sections/stock/portofolio.ts'
import type { Db } from '#server/db/database.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { stockActionLog, stockActions, stockPrices, stocks } from '#server/db/tables/stock.ts'
import { confirmedActions, derivedOf } from '#server/market/portfolios/read.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'

const seed = 20_261_123
const codes =
  'AMOR BBCA BBRI BMRI TLKM ASII UNVR ICBP INDF KLBF ADRO ANTM INCO MDKA PTBA PGAS SMGR INTP UNTR CPIN JPFA ERAA ACES MAPI TOWR EXCL ISAT MEDC BRPT TPIA ITMG HRUM SIDO MYOR BSDE CTRA PWON SMRA WIKA PTPP'.split(
    ' ',
  )
const notes = ['Sesuai rencana, pegang sampai target.', 'Tambah bila menyentuh support.', 'Pantau laporan keuangan.', null, null]

type Close = { date: string; close: number }

/** Percent of positions that are opened near a low and closed near a high, as of a desk that knows its work. */
const skill = 85

/** The day from `from` to `to` with the least value. */
function bestDay(closes: readonly Close[], from: number, to: number, value: (close: number) => number): number {
  const days = Array.from({ length: Math.max(1, Math.min(to, closes.length - 1) - from + 1) }, (_, at) => from + at)
  const valueAt = (day: number) => value(closes[day]?.close ?? 0)
  return days.reduce((best, day) => (valueAt(day) < valueAt(best) ? day : best))
}

/** Bought in the first half, then averaged, sold in part or as a whole. */
function tradesOf(random: ReturnType<typeof randomFrom>, closes: readonly Close[], index: number): Trade[] {
  const at = (day: number): Close => closes[Math.min(day, closes.length - 1)] ?? { date: '', close: 0 }
  const trade = (day: number, side: Trade['side'], lotCount: number): Trade => ({
    date: at(day).date,
    side,
    shares: lotCount * 100,
    price: at(day).close,
  })
  const lots = 2 + random.upTo(59)
  const early = random.upTo(5)
  // The first stock has a split, before which it is bought.
  const isSkilled = index > 0 && random.chance(skill)
  const begin = isSkilled ? bestDay(closes, 0, 12, (close) => close) : early
  const end = isSkilled ? bestDay(closes, begin + 3, closes.length - 1, (close) => -close) : begin + 10
  const first = trade(begin, 'buy', lots)
  // A desk that knows its work waits while there is nothing to take.
  if (isSkilled && index % 4 > 1 && at(end - 1).close <= at(begin).close * 1.01) return [first]
  if (index % 4 === 1) return [first, trade(begin + 2, 'buy', lots)]
  if (index % 4 === 2) return [first, trade(end, 'sell', Math.ceil(lots / 2))]
  if (index % 4 === 3) return [first, trade(begin + 1, 'buy', lots), trade(end - 1, 'sell', lots), trade(end, 'sell', lots)]
  return isSkilled && index % 4 === 0 && at(end).close > at(begin).close * 1.03 ? [first, trade(end, 'sell', lots)] : [first]
}

export async function fillPortfolios(db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  const random = randomFrom(seed)
  // A confirmed split, which portfolios follow.
  await db
    .update(stockActions)
    .set({ confirmed_at: sql`now()`, confirmed_by: authors[0] ?? '' })
    .where(eq(stockActions.kind, 'split'))
  await db.execute(sql`insert into ${stockActionLog} (stock_id, event, date, kind, numerator, denominator, created_at, created_by)
    select stock_id, 'confirmed', date, kind, numerator, denominator, confirmed_at, confirmed_by from ${stockActions} where confirmed_at is not null`)
  const rows = await db
    .select({ id: stocks.id, code: stocks.code, date: stockPrices.date, close: stockPrices.close })
    .from(stockPrices)
    .innerJoin(stocks, eq(stocks.id, stockPrices.stock_id))
    .where(inArray(stocks.code, codes))
    .orderBy(asc(stockPrices.date))
  const held = codes.flatMap((code, index) => {
    const closes = rows.filter((row) => row.code === code)
    const [first] = closes
    if (!first) return []
    // A split between trades changes shares; stocks with one are bought before it and kept.
    const trades = code === 'AMOR' ? tradesOf(random, closes, 0) : tradesOf(random, closes, index)
    return [{ stock_id: first.id, last: closes.at(-1)?.close ?? 0, trades, product: portfolioProducts[index % 3] ?? 'EMT' }]
  })
  const actions = await confirmedActions(
    db,
    held.map(({ stock_id }) => stock_id),
  )
  await insertRows(
    db,
    positions,
    held.map(({ stock_id, last, trades, product }, index) => {
      const derived = derivedOf(trades, actions.get(stock_id) ?? [])
      return {
        ...recordColumns(random, clock, 20, authors),
        ...{ stock_id, product, trades: trades.map((trade) => ({ ...trade, ref: random.ref(Date.parse(trade.date)) })), ...derived },
        ...{ target: derived.is_open ? roundPrice(last * 1.12) : null, stop_loss: derived.is_open ? roundPrice(last * 0.92) : null },
        ...{
          category: pickCategories[index % 4] ?? null,
          notes: random.pick(notes),
          deleted_at: index < held.length - 2 ? null : clock.iso(clock.today),
        },
      }
    }),
  )
}
