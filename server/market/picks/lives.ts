/** Lives of published buys, computed from current prices (contract/market/pick-life.ts): four queries for any number. */
import { and, asc, eq, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { grouped } from '#contract/lib/grouped.ts'
import { wibDay } from '#contract/lib/wib.ts'
import type { DayPrice } from '#contract/market/day-price.ts'
import { type BuyPick, categoryDays, type FollowUp, type PickLife, type PriceFactor, pickLife } from '#contract/market/pick-life.ts'
import type { Db } from '#server/db/database.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stockActions, stockPrices } from '#server/db/tables/stock.ts'

/** Published so far, even if archived since. */
export const wasPublished = and(
  inArray(stockPicks.status, ['publish', 'archived']),
  isNotNull(stockPicks.published_on),
  lte(stockPicks.published_on, sql`now()`),
)

export interface FollowedBuy {
  id: number
  stock_id: number
  category: string
  status: string
  published_on: string
  late: boolean
  life: PickLife
  /** Close of the last day; null where there is none. */
  close: number | null
  /** The first sell that is published, or scheduled. */
  sell: FollowingSell | null
}

interface FollowingSell {
  id: number
  at: string
  price: number
  isScheduled: boolean
}

interface Following {
  followUps: FollowUp[]
  sell: FollowingSell | null
}

const isCategory = (name: string | null): name is keyof typeof categoryDays => name !== null && Object.hasOwn(categoryDays, name)

/** Follow-ups published so far, and the sell that comes first, by buy. */
async function followingOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Following>> {
  const { id, open_buy_id, kind, status, published_on, target_price, stop_loss, sell_price } = stockPicks
  const isPlanned = and(eq(kind, 'sell'), eq(status, 'publish'), isNotNull(published_on))
  const rows = await db
    .select({
      id,
      open_buy_id,
      kind,
      published_on,
      target_price,
      stop_loss,
      sell_price,
      isScheduled: sql<boolean>`${published_on} > now()`,
    })
    .from(stockPicks)
    .where(and(inArray(open_buy_id, [...ids]), or(wasPublished, isPlanned)))
    .orderBy(asc(published_on), asc(id))
  const following = new Map<number, Following>()
  for (const row of rows) {
    const at = row.published_on ?? ''
    const of = following.get(row.open_buy_id ?? 0) ?? { followUps: [], sell: null }
    following.set(row.open_buy_id ?? 0, of)
    if (row.kind === 'sell') {
      const price = row.sell_price ?? 0
      of.sell ??= { id: row.id, at, price, isScheduled: row.isScheduled }
      if (!row.isScheduled) of.followUps.push({ kind: 'sell', at, price })
    } else of.followUps.push({ kind: 'hold', at, targets: row.target_price.map(({ price }) => price), stop: row.stop_loss })
  }
  return following
}

/** From the day of the first of its picks on, and at least the newest. */
async function pricesSince(db: Db, since: ReadonlyMap<number, string>): Promise<ReadonlyMap<number, DayPrice[]>> {
  const { stock_id, date, previous, high, low, close, volume } = stockPrices
  const wanted = JSON.stringify([...since].map(([id, day]) => ({ id, day })))
  const rows = await db
    .select({ stock_id, date, previous, high, low, close, volume })
    .from(stockPrices)
    .innerJoin(sql`jsonb_to_recordset(${wanted}::jsonb) as wanted(id bigint, day date)`, sql`wanted.id = ${stock_id}`)
    .where(sql`${date} >= least(wanted.day, (select max(newest.date) from ${stockPrices} as newest where newest.stock_id = wanted.id))`)
    .orderBy(asc(date))
  return grouped(
    rows,
    (row) => row.stock_id,
    (row) => row,
  )
}

async function factorsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, PriceFactor[]>> {
  const { stock_id, date, numerator, denominator } = stockActions
  const rows = await db
    .select({ stock_id, date, numerator, denominator })
    .from(stockActions)
    .where(inArray(stock_id, [...ids]))
  return grouped(
    rows,
    (row) => row.stock_id,
    (row) => row,
  )
}

/** Returns published buys that meet the condition, newest first. */
export async function followBuys(db: Db, condition: SQL | undefined): Promise<FollowedBuy[]> {
  const buys = await db
    .select({
      ...{ id: stockPicks.id, stock_id: stockPicks.stock_id, category: stockPicks.category, status: stockPicks.status },
      ...{ buy_price: stockPicks.buy_price, target_price: stockPicks.target_price, stop_loss: stockPicks.stop_loss },
      ...{
        horizon: stockPicks.horizon,
        published_on: stockPicks.published_on,
        withdrawn_at: stockPicks.withdrawn_at,
        late: stockPicks.late,
      },
      now: sql<string>`now()`,
    })
    .from(stockPicks)
    .where(and(sql`${stockPicks.kind} = 'buy'`, wasPublished, condition))
    .orderBy(sql`${stockPicks.published_on} desc nulls last, ${stockPicks.id} desc`)
  if (!buys.length) return []
  const since = new Map<number, string>()
  for (const { stock_id, published_on } of buys) since.set(stock_id, wibDay(new Date(published_on ?? 0)))
  const [following, prices, factors] = [
    await followingOf(
      db,
      buys.map(({ id }) => id),
    ),
    await pricesSince(db, since),
    await factorsOf(db, [...since.keys()]),
  ]
  return buys.map(({ id, stock_id, status, late, now, ...buy }) => {
    const category = isCategory(buy.category) ? buy.category : 'Swing'
    const published_on = buy.published_on ?? ''
    const pick: BuyPick = {
      from: buy.buy_price?.from ?? 0,
      to: buy.buy_price?.to ?? 0,
      targets: buy.target_price.map(({ price }) => price),
      stop: buy.stop_loss ?? 0,
      published_at: published_on,
      days: buy.horizon ?? categoryDays[category],
      followUps: following.get(id)?.followUps ?? [],
      withdrawn_at: status === 'archived' ? buy.withdrawn_at : null,
    }
    const days = prices.get(stock_id) ?? []
    const life = pickLife(pick, days, factors.get(stock_id) ?? [], wibDay(new Date(now)))
    const sell = following.get(id)?.sell ?? null
    return { id, stock_id, category, status, published_on, late, life, close: days.at(-1)?.close ?? null, sell }
  })
}

/** Neither closed nor expired; an archived one is open only if it was entered. */
export const isOpen = ({ status, life: { state } }: Pick<FollowedBuy, 'status' | 'life'>): boolean =>
  state === 'entered' || (state === 'waiting' && status === 'publish')
