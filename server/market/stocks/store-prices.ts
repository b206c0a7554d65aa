/** Daily prices from files and feeds: each row is stored, unchanged or refused (docs/product/stock.md#daily-prices). */

import { inArray, sql } from 'drizzle-orm'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { wibDay } from '#contract/lib/wib.ts'
import type { DayPrice } from '#contract/market/day-price.ts'
import type { RawPrice } from '#contract/market/price-file.ts'
import { checkPrice, indexCode } from '#contract/market/price-row.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { detectActions } from './actions.ts'
import { runAlerts } from './alerts.ts'
import { storeIndex } from './store-index.ts'

/** Serialises writes of prices and calendars. */
export async function lockPrices(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('stock prices', 0))`)
}

/** Sections that show prices or derived values. */
const priced = ['stock', 'recommendation', 'portofolio', 'analysis']

export type PriceVerdict = { row: number; code: string; date: string } & (
  | { verdict: 'created' | 'updated' | 'unchanged' }
  | { verdict: 'refused'; field: string; problem: FieldProblem }
)

export interface PriceImport {
  verdicts: PriceVerdict[]
  /** Number of alerts reached. */
  alerts: number
}

type Known = DayPrice & { stock_id: number }

const keyOf = ({ stock_id, date }: Pick<Known, 'stock_id' | 'date'>) => `${stock_id} ${date}`
const textOf = ({ previous, high, low, close, volume }: DayPrice) => [previous, high, low, close, volume].join()

async function storedRows(db: Db, rows: readonly Known[]): Promise<ReadonlyMap<string, string>> {
  const wanted = JSON.stringify(rows.map(({ stock_id, date }) => ({ stock_id, date })))
  const found = await db
    .select()
    .from(stockPrices)
    .where(
      sql`(${stockPrices.stock_id}, ${stockPrices.date}) in (select w.stock_id, w.date from jsonb_to_recordset(${wanted}::jsonb) as w(stock_id bigint, date date))`,
    )
  return new Map(found.map((row) => [keyOf(row), textOf(row)]))
}

async function write(db: Db, rows: readonly Known[]): Promise<void> {
  const list = JSON.stringify(rows)
  await db.execute(sql`insert into ${stockPrices} (stock_id, date, previous, high, low, close, volume)
    select stock_id, date, previous, high, low, close, volume from jsonb_populate_recordset(null::${stockPrices}, ${list}::jsonb)
    on conflict (stock_id, date) do update set previous = excluded.previous, high = excluded.high, low = excluded.low,
      close = excluded.close, volume = excluded.volume`)
}

/**
 * Updates what depends on changed prices of these stocks, all when null, from `since` on, also for late rows: proposed actions, alerts, and
 * lists of either. Picks and adjusted prices are computed on reading. Returns the number of alerts fired.
 */
export async function followPrices(platform: Platform, tx: Db, stockIds: readonly number[] | null, since: string): Promise<number> {
  await detectActions(tx, stockIds)
  await totalsOf(platform.database).changed(tx, priced)
  return runAlerts(platform, tx, stockIds, since)
}

/**
 * Runs in one transaction: a wrong row does not affect others; repeated rows change nothing. Proposes splits and rights issues and fires
 * alerts for changed stocks. A dry run reports the same and stores nothing.
 */
export async function storePrices(
  platform: Platform,
  db: Db,
  raws: readonly RawPrice[],
  { dryRun = false, now = new Date() }: { dryRun?: boolean; now?: Date } = {},
): Promise<PriceImport> {
  await lockPrices(db)
  const today = wibDay(now)
  const checked = raws.map((raw) => ({ raw, result: checkPrice(raw, today) }))
  const codes = [...new Set(checked.flatMap(({ result }) => (result.ok ? [result.code] : [])))]
  const listed = codes.length ? await db.select({ id: stocks.id, code: stocks.code }).from(stocks).where(inArray(stocks.code, codes)) : []
  const ids = new Map(listed.map(({ id, code }) => [code, id]))
  const known = checked.map(({ raw, result }) => {
    const stock_id = result.ok ? ids.get(result.code) : undefined
    return { raw, result, row: result.ok && stock_id !== undefined ? { stock_id, ...result.price } : null }
  })
  const stored = await storedRows(
    db,
    known.flatMap(({ row }) => row ?? []),
  )
  const indexed = known.flatMap(({ result }) => (result.ok && result.code === indexCode ? [result] : []))
  const days = await storeIndex(
    db,
    indexed.map(({ price }) => price),
    dryRun,
  )
  const ofIndex = new Map(indexed.map((result, at) => [result, days[at] ?? 'unchanged'] as const))
  const seen = new Map<string, string>()
  const changed: Known[] = []
  const verdicts = known.map(({ raw, result, row }): PriceVerdict => {
    const about = { row: raw.row, code: toText(raw.code).slice(0, 20), date: toText(raw.date).slice(0, 40) }
    if (!result.ok) return { ...about, verdict: 'refused', field: result.field, problem: result.problem }
    const day = ofIndex.get(result)
    if (day === 'duplicate') return { ...about, verdict: 'refused', field: 'date', problem: problem(day) }
    if (day) return { ...about, code: result.code, date: result.price.date, verdict: day }
    if (!row) return { ...about, verdict: 'refused', field: 'code', problem: problem('unknown_reference') }
    const named = { ...about, code: result.code, date: row.date }
    const [key, text] = [keyOf(row), textOf(row)]
    const earlier = seen.get(key)
    if (earlier !== undefined && earlier !== text) return { ...named, verdict: 'refused', field: 'date', problem: problem('duplicate') }
    if (earlier === text || stored.get(key) === text) {
      seen.set(key, text)
      return { ...named, verdict: 'unchanged' }
    }
    seen.set(key, text)
    changed.push(row)
    return { ...named, verdict: stored.has(key) ? 'updated' : 'created' }
  })
  if (!dryRun && days.some((day) => day === 'created' || day === 'updated')) await totalsOf(platform.database).changed(db, ['portofolio'])
  if (dryRun || !changed.length) return { verdicts, alerts: 0 }
  await write(db, changed)
  const [since = ''] = changed.map(({ date }) => date).sort()
  const touched = [...new Set(changed.map(({ stock_id }) => stock_id))]
  return { verdicts, alerts: await followPrices(platform, db, touched, since) }
}
