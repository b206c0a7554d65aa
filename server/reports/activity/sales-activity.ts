/** What salespeople did with chats and leads (docs/product/reports.md#activity-of-sales). */
import { sql } from 'drizzle-orm'
import { messages } from '#server/db/tables/chat.ts'
import { leadClosings, leads } from '#server/db/tables/crm.ts'
import { users } from '#server/db/tables/people.ts'
import { audit } from '#server/db/tables/platform.ts'
import type { FactsRequest, ReportSource } from '../engine/source.ts'
import { isFollowUp, isMove, isOfLead, isReply } from './behind.ts'

/** Replies; one that ends a turn of the customer has the minutes since the first message of that turn as `wait`. */
const replies = ({
  from,
  to,
}: FactsRequest) => sql`select ${messages.created_at} as at, ${messages.sender_id} as sales_id, ${messages.room} as room,
  extract(epoch from ${messages.created_at} - turn.since) / 60 as wait, null::bigint as followed, null::bigint as followed_lead, null::bigint as moved, null::bigint as closed
  from ${messages}
  left join lateral (select p.is_admin from ${messages} as p where p.room = ${messages.room} and p.kind <> 'note' and p.place < ${messages.place}
    order by p.place desc limit 1) as before on true
  left join lateral (select min(c.created_at) as since from ${messages} as c where not before.is_admin and c.kind <> 'note' and c.room = ${messages.room}
    and c.place < ${messages.place} and c.place > coalesce((select a.place from ${messages} as a where a.room = ${messages.room}
      and a.kind <> 'note' and a.place < ${messages.place} and a.is_admin order by a.place desc limit 1), 0)) as turn on true
  where ${isReply} and ${messages.created_at} >= ${from} and ${messages.created_at} < ${to}`

/** What the history of leads that are there says: a follow-up that was written down, a status that was changed. */
const changes = ({ from, to }: FactsRequest) => sql`select ${audit.created_at}, ${audit.user}, null, null,
  case when ${isFollowUp} then ${audit.id} end, case when ${isFollowUp} then ${audit.record} end, case when ${isMove} then ${audit.record} end, null
  from ${audit} where ${isOfLead} and (${isFollowUp} or ${isMove}) and ${audit.created_at} >= ${from} and ${audit.created_at} < ${to}
    and exists (select 1 from ${leads} where ${leads.id} = ${audit.record})`

const closings = ({
  from,
  to,
}: FactsRequest) => sql`select ${leadClosings.closed_at}, coalesce(${leadClosings.sales}, 0), null, null, null, null, null, ${leadClosings.lead_id}
  from ${leadClosings} where ${leadClosings.closed_at} >= ${from} and ${leadClosings.closed_at} < ${to}`

const salesName = sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.sales_id), 'Unassigned')`

export const salesActivitySource: ReportSource = {
  facts: (request) => sql`${replies(request)} union all ${changes(request)} union all ${closings(request)}`,
  keys: ['sales_id'],
  measures: {
    chats: sql`count(distinct f.room)`,
    replies: sql`count(f.room)`,
    first_reply: sql`round((percentile_cont(0.5) within group (order by f.wait))::numeric, 1)`,
    follow_ups: sql`count(f.followed)`,
    leads_followed_up: sql`count(distinct f.followed_lead)`,
    leads_moved: sql`count(distinct f.moved)`,
    closings: sql`count(distinct f.closed)`,
  },
  labels: { sales_name: salesName },
  order: sql`g.closings desc, g.leads_moved desc, g.replies desc, ${salesName}, g.sales_id`,
}
