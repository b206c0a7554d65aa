/** Rules for a position's trades (docs/product/picks.md#positions). */

import { and, eq, isNull, ne } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { roundPrice } from '#contract/lib/price-tick.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { type LevelName, levelNames, type MovedLevel } from '#contract/market/moved-level.ts'
import { stepsOf, type Trade } from '#contract/market/position.ts'
import type { Change } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { lockListed } from '../stocks/listed.ts'
import { confirmedActions, derivedOf, tradesOf } from './read.ts'

const same = (a: Trade, b: Trade) => a.date === b.date && a.side === b.side && a.shares === b.shares && a.price === b.price

/** Refuses changes other than the PUT's option: a sale adds sales, an average buys, a note no trade. */
function refuseOthers(option: unknown, before: readonly Trade[], trades: readonly Trade[]): void {
  const isKept = before.every((trade, index) => trades[index] !== undefined && same(trade, trades[index]))
  const side = option === 'sell' ? 'sell' : 'buy'
  const added = trades.slice(before.length)
  const mayAdd = option !== 'note' || added.length === 0
  if (!isKept || !mayAdd || added.some((trade) => trade.side !== side)) throw fieldError('option', 'other_trades')
}

async function refuseSecond(db: Db, stock: number, product: string, own?: number): Promise<void> {
  const [open] = await db
    .select({ id: positions.id })
    .from(positions)
    .where(
      and(
        ...[eq(positions.stock_id, stock), eq(positions.product, product), eq(positions.is_open, true), isNull(positions.deleted_at)],
        own === undefined ? undefined : ne(positions.id, own),
      ),
    )
    .limit(1)
  if (open) throw fieldError('stock_id', 'open_position')
}

/** A newly entered level is no longer moved by an action. */
async function enterLevels(db: Db, before: AnyRow, values: Record<string, unknown>): Promise<void> {
  const entered = levelNames.filter((name) => (values[name] ?? null) !== (before[name] ?? null))
  if (!entered.length) return
  const [row] = await db.select({ moved: positions.moved }).from(positions).where(eq(positions.id, before.id))
  const kept: Partial<Record<LevelName, MovedLevel>> = { ...row?.moved }
  for (const name of entered) delete kept[name]
  values.moved = kept
}

export async function preparePosition({ db, before, input, values }: Change): Promise<void> {
  const trades = tradesOf(values)
  const today = wibDay(new Date())
  const stock = Number(values.stock_id)
  if (before && input.option) refuseOthers(input.option, tradesOf(before), trades)
  for (const [index, { date, price }] of trades.entries()) {
    if (date > today) throw fieldError(`trades.${index}.date`, 'future')
    if (roundPrice(price) !== price) throw fieldError(`trades.${index}.price`, 'tick')
  }
  const bought = trades.filter(({ side }) => side === 'buy').map(({ date }) => date)
  await lockListed(db, stock, bought.toSorted().at(-1) ?? '')
  const actions = (await confirmedActions(db, [stock])).get(stock) ?? []
  const { fault } = stepsOf(trades, actions)
  if (fault) throw fieldError(`trades.${fault.index}.${fault.code === 'closed' ? 'date' : 'shares'}`, fault.code)
  const derived = derivedOf(trades, actions)
  if (derived.is_open) await refuseSecond(db, stock, toText(values.product), before?.id)
  if (before) await enterLevels(db, before, values)
  Object.assign(values, derived)
}

/** Refuses to restore a second open one. */
export async function refuseSecondOpen(row: AnyRow, db: Db): Promise<void> {
  if (row.is_open === true) await refuseSecond(db, Number(row.stock_id), toText(row.product), row.id)
}
