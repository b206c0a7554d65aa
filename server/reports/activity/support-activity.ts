/** What those who answer questions of members did (docs/product/reports.md#activity-of-support). */
import { sql } from 'drizzle-orm'
import { users } from '#server/db/tables/people.ts'
import { qnaChats as chats, qnaQuestions as questions } from '#server/db/tables/questions.ts'
import type { FactsRequest, ReportSource } from '../engine/source.ts'

const answers = ({ from, to }: FactsRequest) => sql`select ${questions.answered_at} as at, ${questions.answered_by} as support_id,
  ${questions.chat} as chat, ${questions.id} as question, null::int as rating
  from ${questions} join ${chats} on ${chats.id} = ${questions.chat}
  where ${questions.handler} = 'person' and ${questions.answered_by} is not null and ${chats.deleted_at} is null
    and ${questions.answered_at} >= ${from} and ${questions.answered_at} < ${to}`

const ratings = ({ from, to }: FactsRequest) => sql`select ${chats.rated_at}, ${chats.assigned_to}, null, null, ${chats.rating}
  from ${chats} where ${chats.handler} = 'person' and ${chats.assigned_to} is not null and ${chats.rating} is not null and ${chats.deleted_at} is null
    and ${chats.rated_at} >= ${from} and ${chats.rated_at} < ${to}`

const supportName = sql`coalesce((select ${users.name} from ${users} where ${users.id} = g.support_id), '')`

export const supportActivitySource: ReportSource = {
  facts: (request) => sql`${answers(request)} union all ${ratings(request)}`,
  keys: ['support_id'],
  measures: {
    handled: sql`count(distinct f.chat)`,
    answered: sql`count(f.question)`,
    rating: sql`round(avg(f.rating), 2)`,
    chats_rated: sql`count(f.rating)`,
  },
  labels: { support_name: supportName },
  order: sql`g.answered desc, g.handled desc, ${supportName}, g.support_id`,
}
