/** Counts clicks on short links. */
import { lt, sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { shortLinks, visits } from '#server/db/tables/short-links.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { gather } from '#server/platform/core/gather.ts'

/** Counts a visitor once. */
const window = sql`interval '60 minutes'`
/** Maximum length of a User-Agent. */
const maxAgent = 512
const sweptEvery = 600_000

export interface Visit {
  link: number
  method: string
  address: string
  agent: string
  /** Headers of the browser's purpose: Sec-Purpose, Purpose, X-Purpose, X-Moz. */
  purpose: string
}

/** Returns whether a visit is a person's click: no robot, chat preview or prefetch. */
export function isClick({ method, agent, purpose }: Omit<Visit, 'link' | 'address'>): boolean {
  if (method !== 'GET' || !agent || /prefetch|prerender|preview/i.test(purpose)) return false
  const start = agent.slice(0, maxAgent)
  return !isbot(start) && !/facebookexternalhit|line-poker/i.test(start)
}

interface Seen {
  link: number
  visitor: string
}

/** Counts visitors not counted within the window, in one statement for all processes. Returns the number of changed links. */
async function count(db: Db, seen: readonly Seen[]): Promise<number> {
  const { rows } = await db.execute(sql`
    with counted as (
      insert into ${visits} (link_id, visitor)
      select given.link, given.visitor from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as given (link bigint, visitor text)
        where exists (select 1 from ${shortLinks} where id = given.link) order by 1, 2
      on conflict (link_id, visitor) do update set at = now() where ${visits.at} <= now() - ${window}
      returning link_id)
    update ${shortLinks} set clicks = clicks + fresh.times
    from (select link_id, count(*)::int as times from counted group by link_id) as fresh
    where id = fresh.link_id returning id`)
  return rows.length
}

export interface Clicks {
  add(visit: Visit): void
}

export function countClicks({ database, background, tokens }: Platform): Clicks {
  let swept = Date.now()
  const clicks = gather<Seen>(background, async (seen) => {
    await database.transaction(async (tx) => {
      if (await count(tx, seen)) await totalsOf(database).changed(tx, ['short-link'])
    })
    if (Date.now() - swept < sweptEvery) return
    swept = Date.now()
    await database.db.delete(visits).where(lt(visits.at, sql`now() - ${window}`))
  })
  return {
    add(visit) {
      if (!isClick(visit)) return
      // A digest keyed by this installation, kept while it matters.
      const visitor = tokens.digest(`visitor ${visit.address}`).slice(0, 32)
      clicks.put(`${visit.link} ${visitor}`, () => ({ link: visit.link, visitor }))
    },
  }
}
