/** Messages sent to members (contract/simulator/simulator-member.ts), read by the simulator for lack of an app. */
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import * as contract from '#contract/simulator/simulator-member.ts'
import { within } from '#server/crud/query/list-sql.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { membershipAccounts as accounts, members } from '#server/db/tables/members.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { isInSegments } from '#server/people/segments.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { followBuys } from './lives.ts'

const shownMembers = 50
const shownMessages = 100
const today = sql`(now() at time zone 'Asia/Jakarta')::date`

/** Latest recipient first. */
async function readMembers({ db, query }: CallRequest) {
  const { id, name, phone } = members
  const search = typeof query.search === 'string' ? query.search.trim() : ''
  const term = within(search.toLowerCase())
  const running = sql`(select string_agg(distinct ${accounts.product}, ' ' order by ${accounts.product}) from ${accounts}
    where ${accounts.member_id} = ${id} and ${accounts.expires_on} >= ${today})`
  // Below an expression's first level, columns keep their tables.
  const products = sql<string | null>`${running}`
  const found = search ? or(sql`lower(${name}) like ${term}`, sql`${phone} like ${term}`) : undefined
  const isIn = query.segment ? isInSegments([toText(query.segment)]) : undefined
  const rows = await db
    .select({ id, name, phone, products })
    .from(members)
    .where(and(isNull(members.deleted_at), found, isIn))
    .orderBy(sql`(select max(${memberInbox.id}) from ${memberInbox} where ${memberInbox.member_id} = ${id}) desc nulls last`, name, id)
    .limit(shownMembers)
  return { members: rows }
}

async function readInbox({ db, query }: CallRequest) {
  const { category, kind, buy_price, target_price, stop_loss, sell_price, risk, reason, chart } = stockPicks
  const rows = await db
    .select({
      ...{ id: memberInbox.id, created_at: memberInbox.created_at, read_at: memberInbox.read_at, round: memberInbox.round },
      ...{
        pick_id: stockPicks.id,
        pick: stockPicks.ref,
        category,
        kind,
        buy_price,
        target_price,
        stop_loss,
        sell_price,
        risk,
        reason,
        chart,
      },
      ...{ stock_code: stocks.code, company_name: stocks.company_name },
    })
    .from(memberInbox)
    .innerJoin(stockPicks, eq(stockPicks.id, memberInbox.pick_id))
    .innerJoin(stocks, eq(stocks.id, stockPicks.stock_id))
    .where(eq(memberInbox.member_id, Number(query.member)))
    .orderBy(desc(memberInbox.id))
    .limit(shownMessages)
  const buys = [...new Set(rows.filter((row) => row.kind === 'buy').map(({ pick_id }) => pick_id))]
  const followed = buys.length ? await followBuys(db, inArray(stockPicks.id, buys)) : []
  const lives = new Map(followed.map(({ id, life: { state, gain, distance } }) => [id, { state, gain, distance }]))
  return {
    messages: rows.map(({ chart: picture, pick_id, ...row }) => ({
      ...row,
      chart_url: picture?.url ?? null,
      life: lives.get(pick_id) ?? null,
    })),
  }
}

/** Requires the simulator's gate, mounted before by the caller. */
export function mountMemberSimulator(app: Hono, platform: Platform): void {
  mount(app, platform, contract.simulatorMembers, readMembers)
  mount(app, platform, contract.simulatorInbox, readInbox)
  mount(app, platform, contract.simulatorInboxRead, async ({ db, body }) => {
    await db
      .update(memberInbox)
      .set({ read_at: sql`now()` })
      .where(and(eq(memberInbox.member_id, Number(body.member)), isNull(memberInbox.read_at)))
    return { message: 'Done' }
  })
}
