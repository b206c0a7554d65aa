/** The file of an event's participants: who they are, whether they came, and a column for each question. */
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { findRow } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import { type Cell, momentCell } from '#server/crud/sheets/cells.ts'
import { csvWriter } from '#server/crud/sheets/csv-stream.ts'
import { sheetTypes } from '#server/crud/sheets/export.ts'
import { streamParts } from '#server/crud/sheets/stream-parts.ts'
import { xlsxWriter } from '#server/crud/sheets/xlsx-stream.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants as participants, eventQuestions as questions } from '#server/db/tables/events.ts'
import { Download } from '#server/platform/http/reply.ts'

const header = ['Name', 'Phone', 'Email', 'State', 'Attended', 'Attended at', 'Registered at']
const part = 500

/** Questions that are asked, and archived ones that were answered, in order. */
function questionsOf(db: Db, event: number) {
  const isAnswered = sql`exists (select 1 from ${participants} where ${participants.event_id} = ${event}
    and ${participants.answers} @> jsonb_build_array(jsonb_build_object('question_id', ${questions.id})))`
  return db
    .select({ id: questions.id, question: questions.question })
    .from(questions)
    .where(and(eq(questions.event_id, event), or(sql`${questions.deleted_at} is null`, isAnswered)))
    .orderBy(asc(questions.sort), asc(questions.id))
}

type Participant = typeof participants.$inferSelect

function cellsOf(row: Participant, asked: readonly { id: number }[]): Cell[] {
  const answers = new Map(recordsOf(row.answers).map((one) => [Number(one.question_id), toText(one.answer)]))
  return [
    ...[row.name, row.phone, row.email, row.state, row.attended ? 'Yes' : 'No'],
    momentCell(row.attended ? row.attended_at : null),
    momentCell(row.registered_at),
    ...asked.map(({ id }) => answers.get(id) ?? null),
  ]
}

export const exportParticipants: Handler = async ({ db, user, params, query, address }, { platform, shape }) => {
  const { id, slug } = await findRow(db, shape, user, params.id ?? '')
  const format = query.format === 'csv' ? 'csv' : 'xlsx'
  const asked = await questionsOf(db, id)
  const total = await db.$count(participants, eq(participants.event_id, id))
  const detail = `${shape.section.name} ${toText(slug)}: ${total} participants as ${format}`
  await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
  const made: Uint8Array<ArrayBuffer>[] = []
  const out = (bytes: Uint8Array<ArrayBuffer>) => void made.push(bytes)
  const head = [...header, ...asked.map(({ question }) => question)]
  const writer = format === 'csv' ? csvWriter(head, out) : xlsxWriter('participants', head, out)
  let last = 0
  const nextPart = async (): Promise<boolean> => {
    const rows = await platform.database.db
      .select()
      .from(participants)
      .where(and(eq(participants.event_id, id), gt(participants.id, last)))
      .orderBy(asc(participants.id))
      .limit(part)
    writer.rows(rows.map((row) => cellsOf(row, asked)))
    last = rows.at(-1)?.id ?? last
    const hasMore = rows.length === part
    if (!hasMore) writer.end()
    return hasMore
  }
  return new Download(streamParts(made, nextPart), `participants-${toText(slug)}-${wibDay(new Date())}.${format}`, sheetTypes[format])
}
