/** Counts clicks on short links. Written each second: a kill loses the last one, a shutdown does not. */
import { lt, sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { shortLinks, visits } from '#server/db/tables/short-links.ts'
import type { Platform } from '#server/platform/core/context.ts'

/** Counts a visitor once. */
const window = sql`interval '60 minutes'`
const writtenEvery = 1_000
/** Per second; others are not counted. */
const maxWaiting = 20_000
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
  let waiting = new Map<string, Seen>()
  let timer: NodeJS.Timeout | null = null
  let swept = Date.now()

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const seen = [...waiting.values()]
    waiting = new Map()
    if (!seen.length) return
    await database.transaction(async (tx) => {
      if (await count(tx, seen)) await totalsOf(database).changed(tx, ['short-link'])
    })
    if (Date.now() - swept < sweptEvery) return
    swept = Date.now()
    await database.db.delete(visits).where(lt(visits.at, sql`now() - ${window}`))
  }

  background.signal.addEventListener('abort', () => background.run(write), { once: true })
  return {
    add(visit) {
      if (!isClick(visit) || waiting.size >= maxWaiting) return
      // A digest keyed by this installation, kept while it matters.
      const visitor = tokens.digest(`visitor ${visit.address}`).slice(0, 32)
      waiting.set(`${visit.link} ${visitor}`, { link: visit.link, visitor })
      timer ??= setTimeout(() => background.run(write), writtenEvery).unref()
    },
  }
}
