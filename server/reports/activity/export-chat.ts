/** Messages of chats as a workbook, made by a task, and the history of what was taken out (docs/product/reports.md#chats-as-files). */
import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { notAllowed } from '#contract/kit/field/errors.ts'
import { dateTime, type RowOf } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type Filter, parseFilters, parseRange } from '#contract/kit/field/list-query.ts'
import type { Span } from '#contract/kit/report/period.ts'
import { exportProblem } from '#contract/kit/section/export-rule.ts'
import { readMoment } from '#contract/lib/date-text.ts'
import { wibDay, wibText } from '#contract/lib/wib.ts'
import { exportChat, exportedReports, exportHistory, type exportHistoryFields } from '#contract/reports/export-chat.ts'
import { byKind, unknownField } from '#server/crud/query/list-sql.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { xlsxWriter } from '#server/crud/sheets/xlsx-stream.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { reportExports } from '#server/db/tables/reports.ts'
import { loadUser } from '#server/platform/auth/people.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { mount } from '#server/platform/http/mount.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { type JobRun, jobKind, PermanentError } from '#server/platform/jobs/kind.ts'

const partRows = 1_000
/** What one sheet of a workbook holds beside its header, and one cell of it. */
const sheetRows = 1_048_575
const cellCharacters = 32_767

const sentAt = { field: dateTime(), expression: sql`${messages.created_at}`, join: null, isFull: true }

function filterSql({ field, values }: Filter): SQL | undefined {
  if (field === 'created_at') return byKind(field, sentAt, values)
  const ids = values.flatMap((value) => value.split(',')).filter((value) => /^\d{1,15}$/.test(value))
  if (field !== 'sales' || !ids.length) throw unknownField('query', field)
  return or(inArray(rooms.assignee_sales, ids.map(Number)), ids.includes('0') ? sql`${rooms.assignee_sales} is null` : undefined)
}

/** Messages that a query asks for; a salesperson's are those of their own rooms. Throws ListQueryError. */
function messagesOf(user: Pick<CurrentUser, 'id' | 'isSales'>, query: string): SQL | undefined {
  const own = user.isSales ? eq(rooms.assignee_sales, user.id) : undefined
  return and(own, ...parseFilters(query).filters.map(filterSql))
}

const dayOf = (text: string | undefined) => wibDay(new Date(readMoment(text ?? '')?.at ?? 0))

/** From the first to the last day that the ranges of a date name, which the rule of exports has looked at. */
function spanOf({ values }: Filter): Span {
  const ranges = values.map((value) => parseRange(value) ?? { from: value, to: value })
  const [from = ''] = ranges.map((range) => dayOf(range.from)).sort()
  return {
    from,
    to:
      ranges
        .map((range) => dayOf(range.to))
        .sort()
        .at(-1) ?? from,
  }
}

const columns = ['Time', 'Number', 'Customer', 'Phone', 'From', 'Kind', 'Text', 'Status'] as const

function nextRows(db: Db, where: SQL | undefined, after: number) {
  const { id, created_at, is_admin, sender, kind, content, status } = messages
  const { whatsapp_number_name, customer_name, customer_phone, username } = rooms
  return db
    .select({ id, created_at, is_admin, sender, kind, content, status, whatsapp_number_name, customer_name, customer_phone, username })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(and(where, gt(messages.id, after)))
    .orderBy(asc(messages.id))
    .limit(partRows)
}

type Sent = Awaited<ReturnType<typeof nextRows>>[number]
/** Of a customer without a name. */
const nameOf = ({ customer_name, username }: Sent) => customer_name ?? (username && `@${username}`)

const cellsOf = (row: Sent) => [
  wibText(new Date(row.created_at)).slice(0, 19).replace('T', ' '),
  row.whatsapp_number_name,
  nameOf(row),
  row.customer_phone,
  row.is_admin ? row.sender : nameOf(row),
  row.kind,
  row.content?.slice(0, cellCharacters) ?? null,
  row.status,
]

async function makeWorkbook(run: JobRun, user: CurrentUser, query: string): Promise<{ content: Uint8Array; rows: number }> {
  const { db } = run.platform.database
  const where = messagesOf(user, query)
  const made: Uint8Array[] = []
  const writer = xlsxWriter('chat', columns, (bytes) => void made.push(bytes))
  let count = 0
  for (let last = 0, part = await nextRows(db, where, last); part.length; part = await nextRows(db, where, last)) {
    run.signal.throwIfAborted()
    count += part.length
    if (count > sheetRows) throw new PermanentError('A sheet cannot hold so many rows. Choose fewer days.')
    writer.rows(part.map(cellsOf))
    last = part.at(-1)?.id ?? last
    await run.report({ done: count })
    await yieldToEventLoop()
  }
  writer.end()
  return { content: Buffer.concat(made), rows: count }
}

/** For the requester with the permissions of now: one that was taken away makes no file any more. */
export const exportChatJob = jobKind('export-chat', 'bulk', async (run: JobRun<{ export: number }>) => {
  const { database, privateFiles } = run.platform
  const [asked] = await database.db.select().from(reportExports).where(eq(reportExports.id, run.input.export))
  const user = asked?.user_id ? await loadUser(database.db, asked.user_id) : null
  if (!asked || !user?.permissions.has('export sales-activity')) throw new PermanentError(notAllowed)
  const { content, rows } = await makeWorkbook(run, user, asked.query)
  const name = `chat-${asked.from_day}_${asked.to_day}.xlsx`
  const result = await privateFiles.store(await privateFiles.inspect(content, name))
  await run.commit(async (tx) => {
    await tx.update(reportExports).set({ rows }).where(eq(reportExports.id, asked.id))
    return { finished: true, done: rows, total: rows, result }
  })
  return 'done'
})

type HistoryRow = RowOf<typeof exportHistoryFields>
const state = sql<HistoryRow['state']>`coalesce(${jobs.state}, 'done')`
const shown = {
  id: reportExports.id,
  created_at: reportExports.created_at,
  created_by: reportExports.created_by,
  report: sql<HistoryRow['report']>`${reportExports.report}`,
  from: reportExports.from_day,
  to: reportExports.to_day,
  rows: reportExports.rows,
  state,
  job: jobs.ref,
}

const readHistory = (db: Db, where: SQL | undefined) =>
  db.select(shown).from(reportExports).leftJoin(jobs, eq(jobs.id, reportExports.job_id)).where(where)

export function mountChatExport(app: Hono, platform: Platform): void {
  const { database, securityLog } = platform
  mount(app, platform, exportHistory, ({ db, user, list }) => {
    const own = user.isSales ? eq(reportExports.user_id, user.id) : undefined
    const asked = { columns: shown, search: ['created_by'], sort: 'created_at desc' }
    return readPage(db, list, exportHistory, asked, (where) => readHistory(db, and(own, where)).$dynamic())
  })
  mount(app, platform, exportChat, async ({ db, user, body, address }) => {
    const query = toText(body.query)
    const { filters } = parseFilters(query)
    const refused = exportProblem(filters)
    if (refused) throw new ApiError('invalid', refused)
    messagesOf(user, query)
    const dated = filters.find(({ field }) => field === 'created_at')
    if (!dated) throw unknownField('query', filters[0]?.field ?? '')
    const { from, to } = spanOf(dated)
    const [chat] = exportedReports
    const values = { report: chat, from_day: from, to_day: to, query, user_id: user.id, created_by: user.name }
    const [made] = await db.insert(reportExports).values(values).returning()
    if (!made) throw new ApiError('internal')
    const job = await enqueue(database, db, exportChatJob, { export: made.id }, { user, subject: `chat-${from}_${to}.xlsx` })
    await db
      .update(reportExports)
      .set({ job_id: job?.id ?? null })
      .where(eq(reportExports.id, made.id))
    await securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail: `chat: ${query}`.slice(0, 500) })
    const [data] = await readHistory(db, eq(reportExports.id, made.id)).orderBy(desc(reportExports.id))
    return { message: 'OK', data }
  })
}
