/** Writes the security log (contract/sections/auth/security-log.ts). */
import { eq, lt, sql } from 'drizzle-orm'
import type { SecurityEvent } from '#contract/choices/security-events.ts'
import type { Database, Db } from '#server/db/database.ts'
import { sectionChanged } from '#server/db/signals.ts'
import { securityEvents } from '#server/db/tables/platform.ts'
import type { Background } from '../core/background.ts'

export interface SecurityEntry {
  event: SecurityEvent
  /** Number of the user, if known. */
  user?: number | undefined
  name?: string | undefined
  /** Network address. */
  address: string
  /** Subject: names of calls, records and fields, never values. */
  detail?: string | undefined
}

export interface SecurityLog {
  /** Writes one row in the transaction of its event. */
  write(db: Db, entry: SecurityEntry): Promise<void>
  /**
   * For events that strangers can cause at will, such as refusals: written later and outside transactions; repeats within ten minutes share
   * a row, and so do events beyond a maximum.
   */
  count(entry: SecurityEntry): void
  /** Stores counted entries. */
  flush(): Promise<void>
}

interface Counted {
  id: Promise<number>
  unstored: number
  until: number
}

const countedFor = 600_000
const flushAfter = 5_000
/** Maximum of different entries within ten minutes, against floods of made-up names. */
const max = 200

const cut = (text: string | undefined, length: number) => (text === undefined ? null : text.slice(0, length))

export function createSecurityLog({ notify, db }: Database, background: Background): SecurityLog {
  const counted = new Map<string, Counted>()
  let timer: NodeJS.Timeout | null = null

  async function insert(on: Db, { event, user, name, address, detail }: SecurityEntry): Promise<number> {
    const values = { event, user: user ?? null, name: cut(name, 160) || '-', address: cut(address, 64), detail: cut(detail, 400) }
    const [row] = await on.insert(securityEvents).values(values).returning({ id: securityEvents.id })
    await notify(on, sectionChanged, 'security-log')
    return row?.id ?? 0
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    for (const one of counted.values()) {
      const more = one.unstored
      one.unstored = 0
      if (!more) continue
      const changed = { times: sql`${securityEvents.times} + ${more}`, updated_at: sql`now()` }
      await db
        .update(securityEvents)
        .set(changed)
        .where(eq(securityEvents.id, await one.id))
      await notify(db, sectionChanged, 'security-log')
    }
  }

  /** Returns the entry, or the shared one above the maximum. */
  function shared(entry: SecurityEntry, now: number): SecurityEntry {
    if (counted.size < max) return entry
    for (const [key, { until, unstored }] of counted) if (until <= now && !unstored) counted.delete(key)
    return counted.size < max ? entry : { event: entry.event, address: '', detail: `more than ${max} different ones` }
  }

  function count(given: SecurityEntry): void {
    const now = Date.now()
    const keyOf = (logged: SecurityEntry) => JSON.stringify([logged.event, logged.user, logged.name, logged.address, logged.detail])
    const isKnown = (counted.get(keyOf(given))?.until ?? 0) > now
    const entry = isKnown ? given : shared(given, now)
    const known = counted.get(keyOf(entry))
    if (known && known.until > now) {
      known.unstored += 1
      timer ??= setTimeout(() => background.run(flush), flushAfter).unref()
      return
    }
    const id = insert(db, entry)
    counted.set(keyOf(entry), { id, unstored: 0, until: now + countedFor })
    background.run(async () => {
      await id.catch((error: unknown) => {
        counted.delete(keyOf(entry))
        throw error
      })
    })
  }

  return {
    async write(on, entry) {
      await insert(on, entry)
    },
    count,
    flush,
  }
}

/** Deletes entries older than `days`. */
export async function forgetSecurityEvents(db: Db, days: number): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.created_at, sql`now() - make_interval(days => ${days})`))
}
