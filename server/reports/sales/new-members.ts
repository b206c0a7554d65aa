/** Members who joined, by salesperson (docs/product/reports.md#new-members). */
import { sql } from 'drizzle-orm'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import type { ReportSource } from '../engine/source.ts'

const salesName = sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.sales_id), 'Unassigned')`
const joinedAt = sql`(${members.joined_at}::timestamp at time zone 'Asia/Jakarta')`

export const newMembersSource: ReportSource = {
  facts: ({ from, to, date }) => {
    const at = date === 'created_at' ? sql`${members.created_at}` : joinedAt
    return sql`select ${at} as at, coalesce(${members.sales_id}, 0) as sales_id from ${members}
      where ${members.deleted_at} is null and ${at} >= ${from} and ${at} < ${to}`
  },
  keys: ['sales_id'],
  measures: { members: sql`count(*)` },
  labels: { sales_name: salesName },
  order: sql`g.members desc, ${salesName}, g.sales_id`,
}
