/** Positions follow confirmed actions, until these are reverted (docs/product/picks.md#levels-of-a-position). */
import { isDeepStrictEqual } from 'node:util'
import { asc, eq, inArray } from 'drizzle-orm'
import { type LevelName, levelAfter, levelNames, type MovedLevel, type MovedLevels } from '#contract/market/moved-level.ts'
import { stepsOf } from '#contract/market/position.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import { type Cause, changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { stockActions } from '#server/db/tables/stock.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { confirmedActions, derivedOf } from './read.ts'

type Position = typeof positions.$inferSelect
type Action = typeof stockActions.$inferSelect

/** Returns the actions that move a level: a new one only if the position was open before its day. */
function moversOf({ is_open, opened_on }: Position, known: MovedLevel | undefined, { id, date }: Action, isConfirmed: boolean): number[] {
  const others = (known?.actions ?? []).filter((each) => each !== id)
  const isEarlier = is_open && opened_on !== null && opened_on < date
  return isConfirmed && isEarlier ? [...others, id] : others
}

/** Returns target and stop after the change; a level without actions is the entered one. */
function levelsOf(position: Position, action: Action, isConfirmed: boolean, factors: ReadonlyMap<number, Action>) {
  const levels: Partial<Record<LevelName, number>> = {}
  const moved: Partial<Record<LevelName, MovedLevel>> = {}
  for (const name of levelNames) {
    const [known, now] = [position.moved[name], position[name]]
    const entered = known?.entered ?? now
    if (entered === null) continue
    const actions = moversOf(position, known, action, isConfirmed)
    levels[name] = levelAfter(
      entered,
      actions.flatMap((id) => factors.get(id) ?? []),
    )
    if (actions.length) moved[name] = { entered, actions }
  }
  return { ...levels, moved }
}

const idsOf = (moved: MovedLevels) => levelNames.flatMap((name) => moved[name]?.actions ?? [])

async function factorsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Action>> {
  const rows = await db
    .select()
    .from(stockActions)
    .where(inArray(stockActions.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Recomputes each position of the stock after an action is confirmed or reverted, in the same transaction. Throws 422 `action_trades` if
 * trades entered since do not fit the resulting holding.
 */
export async function followAction(cause: Cause, action: Action, isConfirmed: boolean): Promise<void> {
  const { db } = cause
  const shape = targetOf('portofolio')
  if (!shape) throw new Error('positions are not served')
  const stock = action.stock_id
  const rows = await db.select().from(positions).where(eq(positions.stock_id, stock)).orderBy(asc(positions.id)).for('update')
  const actions = (await confirmedActions(db, [stock])).get(stock) ?? []
  const factors = await factorsOf(db, [action.id, ...rows.flatMap(({ moved }) => idsOf(moved))])
  const followed = rows.map((row) => ({ row, derived: derivedOf(row.trades, actions) }))
  const open = new Set<string>()
  for (const { row, derived } of followed) {
    const isSecond = derived.is_open && row.deleted_at === null && open.has(row.product)
    if (isSecond || stepsOf(row.trades, actions).fault) throw refused('invalid', refusal('action_trades', { product: row.product }))
    if (derived.is_open && row.deleted_at === null) open.add(row.product)
  }
  // Closed ones first: a product has one open position at a time.
  for (const { row, derived } of followed.toSorted((a, b) => Number(a.derived.is_open) - Number(b.derived.is_open))) {
    const values = { ...derived, ...levelsOf(row, action, isConfirmed, factors) }
    const stored: Readonly<Record<string, unknown>> = row
    const isSame = Object.entries(values).every(([name, value]) => isDeepStrictEqual(stored[name], value))
    if (!isSame) await changeBecause(shape, cause, row.id, values)
  }
}
