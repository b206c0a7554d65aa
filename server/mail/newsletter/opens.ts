/** Counts opened newsletters, people and machines apart (docs/product/newsletters.md#opens). */
import { sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { gather } from '#server/platform/core/gather.ts'

/** Scanners look at a mail as soon as it has arrived. */
export const machineSeconds = 10
const maxAgent = 512

/** Whether a program fetched the picture for nobody. Google's proxy fetches it when a person opens the mail. */
export function isMachine(agent: string): boolean {
  const start = agent.slice(0, maxAgent)
  return !start || (!/GoogleImageProxy/i.test(start) && isbot(start))
}

export interface Opened {
  id: number
  /** Milliseconds of this process's clock, by its first person and its first machine. */
  person: number | null
  machine: number | null
}

/**
 * Counts each recipient once as a person and once as a machine. Newsletters are locked before their recipients, as everywhere. An unknown
 * recipient who opens it has got it.
 */
export async function countOpened(db: Db, opened: readonly Opened[], now: number): Promise<number> {
  const given = opened.map(({ id, person, machine }) => ({
    id,
    person: person === null ? null : (now - person) / 1_000,
    machine: machine === null ? null : (now - machine) / 1_000,
  }))
  const at = (age: string) => sql`(now() - make_interval(secs => given.${sql.raw(age)}))`
  const isEarly = sql`coalesce(${at('person')} < ${recipients.sent_at} + make_interval(secs => ${machineSeconds}::int), false)`
  const { rows } = await db.execute(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as each (id bigint, person float8, machine float8)),
    own as (select id from ${newsletters}
      where id in (select ${recipients.newsletter_id} from ${recipients}, given where ${recipients.id} = given.id) order by id for update),
    before as (select ${recipients.id} as id, ${recipients.state} as state, ${recipients.opened_at} as opened_at,
      ${recipients.machine_opened_at} as machine_opened_at from ${recipients}, given where ${recipients.id} = given.id),
    seen as (
      update ${recipients} set
        opened_at = coalesce(${recipients.opened_at}, case when not ${isEarly} then ${at('person')} end),
        machine_opened_at = coalesce(${recipients.machine_opened_at}, ${at('machine')}, case when ${isEarly} then ${at('person')} end),
        state = 'sent', reason = null, sent_at = coalesce(${recipients.sent_at}, now())
      from given, own, before
      where ${recipients.id} = given.id and before.id = given.id and ${recipients.newsletter_id} = own.id
        and ${recipients.state} in ('sent', 'unknown') and before.state = ${recipients.state}
      returning ${recipients.newsletter_id} as newsletter,
        (before.opened_at is null and ${recipients.opened_at} is not null)::int as opened,
        (before.machine_opened_at is null and ${recipients.machine_opened_at} is not null)::int as machine_opened,
        (before.state = 'unknown')::int as known),
    counted as (select newsletter, sum(opened)::int as opened, sum(machine_opened)::int as machine_opened, sum(known)::int as known
      from seen group by newsletter)
    update ${newsletters} set opened = ${newsletters.opened} + counted.opened, machine_opened = ${newsletters.machine_opened} + counted.machine_opened,
      sent = sent + counted.known, unknown = unknown - counted.known
    from counted where ${newsletters.id} = counted.newsletter and counted.opened + counted.machine_opened + counted.known > 0
    returning ${newsletters.id}`)
  return rows.length
}

export interface Opens {
  add(recipient: number, agent: string): void
}

export function gatherOpens({ database, background }: Platform): Opens {
  const opens = gather<Opened>(background, (opened) =>
    database.transaction(async (tx) => {
      if (await countOpened(tx, opened, Date.now())) await totalsOf(database).changed(tx, ['newsletter'])
    }),
  )
  return {
    add(id, agent) {
      const now = Date.now()
      opens.put(id, (known = { id, person: null, machine: null }) =>
        isMachine(agent) ? { ...known, machine: known.machine ?? now } : { ...known, person: known.person ?? now },
      )
    },
  }
}
