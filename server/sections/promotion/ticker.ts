/** Tickers, and the log of their runs. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { ticker, tickerLog, tickerRuntime } from '#contract/sections/promotion/ticker.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRow } from '#server/crud/query/read.ts'
import type { Announced } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { tickerRuns, tickers } from '#server/db/tables/promotion.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { mount } from '#server/platform/http/mount.ts'

/** Seconds of a run in its ticker's window, until now. */
const seconds = sql`greatest(0, extract(epoch from
  least(coalesce(${tickerRuns.off_at}, now()), now(), ${tickers.end}) - greatest(${tickerRuns.on_at}, ${tickers.start})))`
const total = sql`select coalesce(floor(sum(${seconds})), 0)::int from ${tickerRuns} where ${tickerRuns.ticker_id} = ${tickers.id}`

/** Any change of the switch starts or ends a run. */
async function follow(effects: readonly Announced[]): Promise<void> {
  for (const { db, user, before, after } of effects) {
    if (!after || (before?.is_active ?? false) === after.is_active) continue
    if (after.is_active) await db.insert(tickerRuns).values({ ticker_id: after.id, on_by: user.name })
    else
      await db
        .update(tickerRuns)
        .set({ off_at: sql`now()`, off_by: user.name })
        .where(and(eq(tickerRuns.ticker_id, after.id), isNull(tickerRuns.off_at)))
  }
}

export const tickerApi = serve(ticker, tickers, { derived: { run_time: sql`(${total})` }, afterChange: follow })

const whole = (value: SQL): SQL<number> => sql<number>`floor(${value})::int`

export function mountTickerLog(app: Hono, platform: Platform): void {
  mount(app, platform, tickerLog, async ({ db, user, params, list }) => {
    const { id: ticker_id } = await findRow(db, tickerApi.shape, user, params.id ?? '')
    const { id, on_at, on_by, off_at, off_by } = tickerRuns
    const columns = { id, on_at, on_by, off_at, off_by, seconds: whole(seconds) }
    const select = (where: SQL | undefined) =>
      db
        .select(columns)
        .from(tickerRuns)
        .innerJoin(tickers, eq(tickers.id, tickerRuns.ticker_id))
        .where(and(eq(tickerRuns.ticker_id, ticker_id), where))
        .$dynamic()
    const { total_record: _, ...envelope } = await readPage(db, list, tickerLog, { columns, sort: 'id desc' }, select)
    return envelope
  })
  mount(app, platform, tickerRuntime, async ({ db, user, params }) => {
    const { run_time } = await findRow(db, tickerApi.shape, user, params.id ?? '')
    return { TotalRuntime: run_time }
  })
}
