/** Rules for recommendations and their later changes (docs/product/picks.md#freezing). */

import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { rangeOf, targetsOf } from '#contract/sections/stock/pick-rules.ts'
import { followingKinds, freezesAfter, frozenFields } from '#contract/sections/stock/recommendation.ts'
import type { Change } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { type Refusal, refusal } from '#server/platform/core/refusal.ts'
import { lockListed } from '../stocks/listed.ts'
import { followBuys, isOpen } from './lives.ts'

const minute = 60_000
/** Delay beyond which a pick counts as late. */
const lateAfter = 10 * minute

type Values = Readonly<Record<string, unknown>>

/** Only prices and times: rows have refs, and times several spellings. */
function frozenValue(name: (typeof frozenFields)[number], record: Values): unknown {
  if (name === 'target_price') return targetsOf(record).join()
  if (name === 'buy_price') return Object.values(rangeOf(record)).join()
  return name === 'published_on' ? momentOf(record[name]) : (record[name] ?? null)
}

const momentOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null)
const follows = (kind: unknown) => followingKinds.some((each) => each === kind)

/** The database clock, which publishes. */
async function clockOf(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(sql`select extract(epoch from now())::float8 as now`)
  return Number(rows[0]?.now) * 1_000
}

const isFrozen = ({ status, published_on }: Values, now: number): boolean =>
  status !== 'draft' && (momentOf(published_on) ?? Number.POSITIVE_INFINITY) + freezesAfter < now

/** Refuses changes of frozen fields. */
function refuseFrozen(before: AnyRow, values: Values): void {
  const isBack = values.status === 'draft' || (before.status === 'archived' && values.status === 'publish')
  if (isBack) throw fieldError('status', 'frozen')
  for (const name of frozenFields) if (frozenValue(name, before) !== frozenValue(name, values)) throw fieldError(name, 'frozen')
}

const openBuys = async (db: Db, stock: number, apart?: number) =>
  (await followBuys(db, and(eq(stockPicks.stock_id, stock), apart === undefined ? undefined : ne(stockPicks.id, apart)))).filter(isOpen)

/** Scheduled ones count as open. */
async function refuseSecond(db: Db, values: Values, own?: number): Promise<void> {
  const stock = Number(values.stock_id)
  const open = await openBuys(db, stock, own)
  const [planned] = await db
    .select({ id: stockPicks.id })
    .from(stockPicks)
    .where(
      and(
        ...[eq(stockPicks.stock_id, stock), eq(stockPicks.kind, 'buy'), eq(stockPicks.status, 'publish')],
        ...[eq(stockPicks.category, toText(values.category)), sql`${stockPicks.published_on} > now()`],
        own === undefined ? undefined : ne(stockPicks.id, own),
      ),
    )
    .limit(1)
  if (planned || open.some(({ category }) => category === values.category)) throw fieldError('category', 'second_buy')
}

/** A held one stays until it is closed: results must not be selected. */
async function isHeld(db: Db, id: number): Promise<boolean> {
  const [buy] = await followBuys(db, eq(stockPicks.id, id))
  return buy?.life.state === 'entered'
}

export async function preparePick({ db, before, values }: Change): Promise<void> {
  const now = await clockOf(db)
  const isPublished = values.status === 'publish'
  const wasPublished = before?.status === 'publish'
  // Without a time, the stored one is kept.
  if (values.status !== 'draft' && momentOf(values.published_on) === null && before?.status !== 'draft')
    values.published_on = before?.published_on ?? null
  if (before && isFrozen(before, now)) refuseFrozen(before, values)
  if (before && wasPublished && !isPublished) {
    if (await isHeld(db, before.id)) throw fieldError('status', 'held')
    values.withdrawn_at = values.status === 'archived' ? new Date(now).toISOString() : null
  }
  if (isPublished && momentOf(values.published_on) === null) values.published_on = new Date(now).toISOString()
  const moment = momentOf(values.published_on)
  const isMoved = !before || moment !== momentOf(before.published_on)
  const isNews = isPublished && (!wasPublished || isMoved)
  if (isNews) Object.assign(values, { withdrawn_at: null, ...(isMoved && { late: moment !== null && moment < now - lateAfter }) })
  const stock = Number(values.stock_id)
  const isOther = !before || before.stock_id !== stock
  if (isOther || isNews) await lockListed(db, stock, wibDay(new Date(Math.max(now, moment ?? 0))))
  if (values.kind === 'buy' && isPublished && (isNews || isOther || before?.category !== values.category))
    await refuseSecond(db, values, before?.id)
  if (follows(values.kind) && (isOther || isNews)) {
    const [newest] = await openBuys(db, stock)
    if (!newest) throw fieldError('stock_id', 'open_buy')
    values.open_buy_id = newest.id
  }
  // A repeated request notifies members once more; drafts notify nobody.
  if (isPublished && values.send_push) Object.assign(values, { send_push: false, push_count: Number(before?.push_count ?? 0) + 1 })
}

/** Entered picks count in the performance for good: neither losses nor gains can be removed. */
export async function refuseRemovePick(db: Db, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  const now = await clockOf(db)
  const ids = rows.filter(({ kind }) => kind === 'buy').map(({ id }) => id)
  const bought = new Map((ids.length ? await followBuys(db, inArray(stockPicks.id, ids)) : []).map(({ id, life }) => [id, life.state]))
  return new Map(
    rows.flatMap((row): [number, Refusal][] => {
      const title = toText(row.stock_code)
      const state = bought.get(row.id)
      if (state === 'entered') return [[row.id, refusal('pick_held', { title })]]
      if (state === 'closed') return [[row.id, refusal('pick_counted', { title })]]
      return follows(row.kind) && isFrozen(row, now) ? [[row.id, refusal('pick_told', { title })]] : []
    }),
  )
}
