/** Counts who followed a link, people and machines apart, and who unsubscribed (docs/product/newsletters.md#clicks). */
import { sql } from 'drizzle-orm'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { gather } from '#server/platform/core/gather.ts'
import { isMachine, machineSeconds } from './opens.ts'

export interface Clicked {
  id: number
  person: boolean
  machine: boolean
}

/** Counts each recipient once as a person and once as a machine. Newsletters are locked before their recipients, as everywhere. */
export async function countClicked(db: Db, clicked: readonly Clicked[]): Promise<number> {
  const isEarly = sql`(now() < ${recipients.sent_at} + make_interval(secs => ${machineSeconds}::int))`
  const { rows } = await db.execute(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(clicked)}::jsonb) as each (id bigint, person boolean, machine boolean)),
    own as (select id from ${newsletters}
      where id in (select ${recipients.newsletter_id} from ${recipients}, given where ${recipients.id} = given.id) order by id for update),
    before as (select ${recipients.id} as id, ${recipients.clicked_at} as clicked_at, ${recipients.machine_clicked_at} as machine_clicked_at
      from ${recipients}, given where ${recipients.id} = given.id),
    seen as (
      update ${recipients} set
        clicked_at = coalesce(${recipients.clicked_at}, case when given.person and not coalesce(${isEarly}, false) then now() end),
        machine_clicked_at = coalesce(${recipients.machine_clicked_at}, case when given.machine or coalesce(${isEarly}, false) then now() end)
      from given, own, before
      where ${recipients.id} = given.id and before.id = given.id and ${recipients.newsletter_id} = own.id and ${recipients.state} in ('sent', 'unknown')
      returning ${recipients.newsletter_id} as newsletter,
        (before.clicked_at is null and ${recipients.clicked_at} is not null)::int as clicked,
        (before.machine_clicked_at is null and ${recipients.machine_clicked_at} is not null)::int as machine_clicked),
    counted as (select newsletter, sum(clicked)::int as clicked, sum(machine_clicked)::int as machine_clicked from seen group by newsletter)
    update ${newsletters} set clicked = ${newsletters.clicked} + counted.clicked, machine_clicked = ${newsletters.machine_clicked} + counted.machine_clicked
    from counted where ${newsletters.id} = counted.newsletter and counted.clicked + counted.machine_clicked > 0
    returning ${newsletters.id}`)
  return rows.length
}

/** Counts each recipient once. */
export async function countUnsubscribed(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await db.execute(sql`
    with given as (select value::bigint as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)),
    own as (select id from ${newsletters}
      where id in (select ${recipients.newsletter_id} from ${recipients}, given where ${recipients.id} = given.id) order by id for update),
    left_now as (
      update ${recipients} set unsubscribed_at = now() from given, own
      where ${recipients.id} = given.id and ${recipients.newsletter_id} = own.id and ${recipients.unsubscribed_at} is null
      returning ${recipients.newsletter_id} as newsletter),
    counted as (select newsletter, count(*)::int as people from left_now group by newsletter)
    update ${newsletters} set unsubscribed = ${newsletters.unsubscribed} + counted.people from counted where ${newsletters.id} = counted.newsletter
    returning ${newsletters.id}`)
  return rows.length
}

export interface Clicks {
  add(recipient: number, agent: string): void
}

export function gatherClicks({ database, background }: Platform): Clicks {
  const clicks = gather<Clicked>(background, (clicked) =>
    database.transaction(async (tx) => {
      if (await countClicked(tx, clicked)) await totalsOf(database).changed(tx, ['newsletter'])
    }),
  )
  return {
    add(id, agent) {
      const machine = isMachine(agent)
      clicks.put(id, (known) => ({ id, person: !machine || known?.person === true, machine: machine || known?.machine === true }))
    },
  }
}
