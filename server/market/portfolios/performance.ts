/** Results of positions in a period: four queries for any number of trades (docs/product/picks.md#performance). */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { addDays, daysBetween, wibDay } from '#contract/lib/wib.ts'
import { annualised, type Close, type Holding, inPercent, type Returns, returnsOf, winRate } from '#contract/market/performance.ts'
import { type Position, positionAfter, type Step, stepsOf, type Trade } from '#contract/market/position.ts'
import type { Db } from '#server/db/database.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import { confirmedActions } from './read.ts'

export interface Period {
  product: string | null
  category: string | null
  /** WIB days; null starts with the first trade. */
  from: string | null
  to: string
}

/** Returns the requested period; a future end is today. */
export function periodOf(query: Readonly<Record<string, unknown>>): Period {
  const textOf = (name: string) => (typeof query[name] === 'string' && query[name] !== '' ? String(query[name]) : null)
  const today = wibDay(new Date())
  const to = textOf('to')
  return { product: textOf('product'), category: textOf('category'), from: textOf('from'), to: to === null || to > today ? today : to }
}

interface Run extends Holding {
  id: number
  ref: string
  stock_code: string
  company_name: string
  product: string
  steps: readonly Step[]
  /** At the end of the period. */
  result: Position
  /** Day of the last sale, if in the period. */
  closedIn: boolean
  /** From sales in the period. */
  realisedIn: number
}

const [zero, space, comma] = [48, 32, 44]
/** Day 0 of price days: numbers are decoded faster than dates. */
const firstDay = '2000-01-01'

/** Parses comma-separated 'day previous close' digit by digit, for tens of thousands of them, in order of days. */
function closesIn(text: string, dayOf: (number: number) => string): Close[] {
  let at = 0
  const number = (end: number) => {
    const isNegative = text.charCodeAt(at) < zero
    if (isNegative) at += 1
    let value = 0
    for (let code = text.charCodeAt(at++); code !== end && !Number.isNaN(code); code = text.charCodeAt(at++))
      value = value * 10 + code - zero
    return isNegative ? -value : value
  }
  const closes: Close[] = []
  let isSorted = true
  while (at < text.length) {
    const date = dayOf(number(space))
    isSorted &&= date > (closes.at(-1)?.date ?? '')
    closes.push({ date, previous: number(space), close: number(comma) })
  }
  return isSorted ? closes : closes.sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Closes by stock, as one text each: separate rows take longer than all arithmetic. */
async function closesOf(db: Db, since: ReadonlyMap<number, string>, to: string): Promise<ReadonlyMap<number, Close[]>> {
  const wanted = JSON.stringify([...since].map(([id, day]) => ({ id, day })))
  const { rows } = await db.execute<{ stock_id: number; days: string }>(sql`
    with begun as materialized (
      select wanted.id, coalesce((select max(earlier.date) from ${stockPrices} as earlier
        where earlier.stock_id = wanted.id and earlier.date < wanted.day), wanted.day) as first
      from jsonb_to_recordset(${wanted}::jsonb) as wanted (id bigint, day date))
    select price.stock_id, string_agg((price.date - ${firstDay}::date) || ' ' || price.previous || ' ' || price.close, ',') as days
    from ${stockPrices} as price join begun on begun.id = price.stock_id
    where price.date between begun.first and ${to} group by price.stock_id`)
  const names = new Map<number, string>()
  const dayOf = (number: number) => {
    const name = names.get(number) ?? addDays(firstDay, number)
    names.set(number, name)
    return name
  }
  return new Map(rows.map(({ stock_id, days }) => [Number(stock_id), closesIn(days, dayOf)]))
}

const untilDay =
  (to: string) =>
  ({ date }: { date: string }): boolean =>
    date <= to

/** Returns the price after these: the newer of close and own trade; on equal days the close. */
function lastPrice(close: Close | undefined, trades: readonly Trade[]): number | null {
  // On one day, the trade entered last.
  const trade = trades.reduce<Trade | undefined>((last, each) => (last && last.date > each.date ? last : each), undefined)
  if (!close || (trade && trade.date > close.date)) return trade?.price ?? null
  return close.close
}

/** Returns positions open on a day of the period, without trashed ones; none if the period ends before its start. */
async function runsOf(db: Db, { product, category, from, to }: Period): Promise<Run[]> {
  if (from !== null && from > to) return []
  const rows = await db
    .select({
      ...{ id: positions.id, ref: positions.ref, stock_id: positions.stock_id, stock_code: stocks.code, company_name: stocks.company_name },
      ...{ product: positions.product, trades: positions.trades, opened_on: positions.opened_on, closed_on: positions.closed_on },
    })
    .from(positions)
    .innerJoin(stocks, eq(stocks.id, positions.stock_id))
    .where(
      and(
        isNull(positions.deleted_at),
        product === null ? undefined : eq(positions.product, product),
        category === null ? undefined : eq(positions.category, category),
        sql`${positions.opened_on} <= ${to}`,
        from === null ? undefined : sql`(${positions.closed_on} is null or ${positions.closed_on} >= ${from})`,
      ),
    )
    .orderBy(asc(positions.id))
  const since = new Map<number, string>()
  for (const { stock_id, opened_on } of rows) {
    const known = since.get(stock_id)
    const day = opened_on ?? to
    if (known === undefined || day < known) since.set(stock_id, day)
  }
  const actions = await confirmedActions(db, [...since.keys()])
  const closes = await closesOf(db, since, to)
  return rows.map(({ trades: all, stock_id, opened_on: _, closed_on: __, ...row }) => {
    const trades = all.filter(untilDay(to))
    const [own, prices] = [(actions.get(stock_id) ?? []).filter(untilDay(to)), closes.get(stock_id) ?? []]
    const { steps } = stepsOf(trades, own)
    const result = positionAfter(steps, trades, lastPrice(prices.at(-1), trades))
    const closedIn = result.closed_on !== null && (from === null || result.closed_on >= from)
    const before = steps.findLast(({ date }) => from !== null && date < from)
    const realisedIn = result.realised - Number(before?.realised ?? 0n)
    return { ...row, trades, actions: own, closes: prices, steps, result, closedIn, realisedIn }
  })
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

export async function returnsIn(db: Db, period: Period): Promise<{ runs: Run[]; returns: Returns }> {
  const runs = await runsOf(db, period)
  return { runs, returns: returnsOf(runs, period.from ?? undefined, period.to) }
}

export async function summaryOf(db: Db, period: Period) {
  const { runs, returns } = await returnsIn(db, period)
  const closed = runs.filter(({ closedIn }) => closedIn)
  const days = returns.days
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  const length = first && last ? daysBetween(period.from ?? first, last) + 1 : 0
  const held = closed.map(({ result: { opened_on, closed_on } }) => daysBetween(opened_on ?? '', closed_on ?? ''))
  return {
    from: period.from ?? first ?? null,
    to: period.to,
    positions: runs.length,
    open: runs.filter(({ result }) => result.held > 0).length,
    closed: closed.length,
    win_rate: winRate(closed.map(({ realisedIn }) => realisedIn)),
    twr: days.length ? inPercent(returns.twr) : null,
    annualised: days.length ? inPercent(annualised(returns.twr, length)) : null,
    drawdown: days.length ? inPercent(returns.drawdown) : null,
    realised: sum(runs.map(({ realisedIn }) => realisedIn)),
    unrealised: sum(runs.map(({ result }) => result.unrealised ?? 0)),
    holding_days: held.length ? Math.round((sum(held) / held.length) * 10) / 10 : null,
  }
}

/** Returns a position's result in the period, starting with the holding at its price then. */
function resultIn({ trades, actions, closes, steps, result }: Run, { from }: Period): Position {
  if (from === null) return result
  const isBefore = ({ date }: { date: string }) => date < from
  const before = steps.findLast(isBefore)
  if (!before) return result
  const price = lastPrice(closes.findLast(isBefore), trades.filter(isBefore)) ?? 0
  const begin: Trade = { date: before.date, side: 'buy', shares: Number(before.held), price }
  const isIn = ({ date }: { date: string }) => date >= from
  const own = stepsOf(trades.filter(isIn), actions.filter(isIn), begin)
  return positionAfter(own.steps, trades, lastPrice(closes.at(-1), trades))
}

/** The ten largest gains or losses: by percent, rupiah, code. */
export async function topOf(db: Db, period: Period, sign: 1 | -1) {
  const runs = await runsOf(db, period)
  return runs
    .flatMap((run) => {
      const { id, ref, stock_code, company_name, product, result } = run
      const { gain, realised, unrealised, purchases } = resultIn(run, period)
      const { opened_on, closed_on } = result
      const amount = realised + (unrealised ?? 0)
      if (gain === null || Math.sign(gain) !== sign) return []
      return [{ id, ref, stock_code, company_name, product, gain, amount, purchases, opened_on: opened_on ?? '', closed_on }]
    })
    .sort((a, b) => sign * (b.gain - a.gain) || sign * (b.amount - a.amount) || a.stock_code.localeCompare(b.stock_code))
    .slice(0, 10)
}
