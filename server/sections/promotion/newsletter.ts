/** Newsletters: what people write and decide (docs/product/newsletters.md). They leave by server/mail/newsletter. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { maxTestsPerMinute, newsletter, newsletterTest } from '#contract/sections/promotion/newsletter.ts'
import { plainQuery, readPage } from '#server/crud/query/plain-list.ts'
import { findRow, scopeOf } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Announced, Change, Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { type Cell, momentCell } from '#server/crud/sheets/cells.ts'
import { csvWriter } from '#server/crud/sheets/csv-stream.ts'
import { sheetTypes } from '#server/crud/sheets/export.ts'
import { streamParts } from '#server/crud/sheets/stream-parts.ts'
import { xlsxWriter } from '#server/crud/sheets/xlsx-stream.ts'
import { cleanText } from '#server/crud/write/rich-text.ts'
import type { Db } from '#server/db/database.ts'
import { members } from '#server/db/tables/members.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { countAudience } from '#server/mail/newsletter/audience.ts'
import { decideUnknown, stopWaiting } from '#server/mail/newsletter/decide.ts'
import { renderNewsletter } from '#server/mail/newsletter/render.ts'
import { sendSoon } from '#server/mail/newsletter/send.ts'
import { planNewsletter } from '#server/mail/newsletter/start.ts'
import { newsletterTestMail } from '#server/mail/newsletter/test-mail.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { notNow, type Refusal, refusal, refused } from '#server/platform/core/refusal.ts'
import { type Handle, mount } from '#server/platform/http/mount.ts'
import { Download } from '#server/platform/http/reply.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'

/** Clocks of devices differ, and forms take a moment to arrive. */
const toleranceMs = 60_000

const hasBegun = (status: unknown): status is 'sending' | 'sent' => status === 'sending' || status === 'sent'

/** By the clock that sends. */
async function now(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as now`)
  return Number(rows[0]?.now)
}

/** The content freezes when sending begins. A schedule without a time, or with another one, must not be past. */
async function prepare({ db, before, input, values }: Change): Promise<void> {
  if (hasBegun(before?.status)) throw refused('invalid', refusal('wrong_state', { state: before.status }))
  if (hasBegun(input.status)) throw fieldError('status', 'choice', { values: 'draft, scheduled' })
  values.held = null
  if (input.status !== 'scheduled') return
  const at = await now(db)
  const given = typeof input.send_at === 'string' ? Date.parse(input.send_at) : null
  const isKept = before?.status === 'scheduled' && typeof before.send_at === 'string' && Date.parse(before.send_at) === given
  if (isKept) return
  if (given === null) values.send_at = new Date(at).toISOString()
  else if (given < at - toleranceMs) throw fieldError('send_at', 'past')
  values.late_confirmed = false
}

function refuseRemove(_: Db, rows: readonly { id: number; status?: unknown }[]): ReadonlyMap<number, Refusal> {
  return new Map(rows.flatMap(({ id, status }) => (hasBegun(status) ? [[id, refusal('wrong_state', { state: status })]] : [])))
}

const audience: Handler = async ({ db, query }) => {
  const names = toText(query.segmentation).split(',').filter(Boolean)
  if (!names.length) throw fieldError('segmentation', 'required')
  return countAudience(db, names)
}

const preview: Handler = async ({ body }, { platform: { settings } }) => {
  const content = {
    subject: toText(body.subject),
    preheader: body.preheader == null ? null : toText(body.preheader),
    body: cleanText(newsletter.fields.body, toText(body.body)),
  }
  const { html, text } = renderNewsletter(content, settings, { unsubscribe: settings.publicUrl, open: null })
  return { html, text, size: Buffer.byteLength(html) }
}

/** Recipients that this person may know of: a salesperson sees own members, and names need the members' permission. */
function visibleRecipients(user: CurrentUser) {
  const member = targetOf('member')
  const isOpen = user.permissions.has('get member')
  const only = <T extends SQL>(column: T) => (isOpen ? column : sql`null`)
  const { member_id, state, reason, attempts, response, sent_at, next_try_at, opened_at, machine_opened_at } = recipients
  const { clicked_at, machine_clicked_at, unsubscribed_at, event, decided_by } = recipients
  const columns = {
    ...{ id: recipients.id, member_id, name: only(sql`${members.name}`), address: only(sql`${recipients.address}`) },
    ...{ state, reason, attempts, response: only(sql`${response}`), sent_at, next_try_at, opened_at, machine_opened_at },
    ...{ clicked_at, machine_clicked_at, unsubscribed_at, event, decided_by },
  }
  return { columns, search: isOpen ? ['name', 'address'] : [], sort: 'id asc', scope: member && scopeOf(member, user) }
}

const recipientsCall = sectionCall(newsletter, 'recipients')

const listRecipients: Handler = async ({ db, user, params, list }, { shape, platform }) => {
  const { id, matched } = await findRow(db, shape, user, params.id ?? '')
  const { scope, ...listed } = visibleRecipients(user)
  const { member_id } = recipients
  const select = (where: SQL | undefined) =>
    db
      .select(listed.columns)
      .from(recipients)
      .innerJoin(members, eq(members.id, member_id))
      .where(and(eq(recipients.newsletter_id, id), scope?.where, where))
      .$dynamic()
  // Once they are there, only a change of members adds to what one sees of them, or takes from it.
  const keep = (count: () => Promise<number>) =>
    totalsOf(platform.database).total('member', `recipients ${id} ${matched} ${scope?.key}`, count)
  return readPage(db, list, recipientsCall, listed, select, keep)
}

const exportHeader = [
  'Name',
  'Address',
  'State',
  'Reason',
  'Sent',
  'Opened',
  'Clicked',
  'Unsubscribed',
  'Delivery',
  'Opened by a machine',
  'Clicked by a machine',
]
const exportPart = 500

/** The recipients of the list as a file, with what became of each. */
const exportRecipients: Handler = async ({ db, user, params, list, query, address }, { shape, platform }) => {
  const { id } = await findRow(db, shape, user, params.id ?? '')
  const { scope, ...listed } = visibleRecipients(user)
  const { where: narrowed, order } = plainQuery(list, recipientsCall, listed)
  const format = query.format === 'csv' ? 'csv' : 'xlsx'
  const where = and(eq(recipients.newsletter_id, id), scope?.where, narrowed)
  const rowsFrom = (offset: number) =>
    platform.database.db
      .select(listed.columns)
      .from(recipients)
      .innerJoin(members, eq(members.id, recipients.member_id))
      .where(where)
      .orderBy(...order)
      .limit(exportPart)
      .offset(offset)
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(recipients)
    .innerJoin(members, eq(members.id, recipients.member_id))
    .where(where)
  const detail = `${newsletter.name} ${id}: ${count?.total ?? 0} recipients as ${format}`
  await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
  const made: Uint8Array<ArrayBuffer>[] = []
  const out = (bytes: Uint8Array<ArrayBuffer>) => void made.push(bytes)
  const writer = format === 'csv' ? csvWriter(exportHeader, out) : xlsxWriter('recipients', exportHeader, out)
  let written = 0
  const nextPart = async (): Promise<boolean> => {
    const rows = await rowsFrom(written)
    writer.rows(
      rows.map((row): Cell[] => [
        ...[toText(row.name), toText(row.address), row.state, row.reason],
        ...[row.sent_at, row.opened_at, row.clicked_at, row.unsubscribed_at].map(momentCell),
        row.event,
        ...[row.machine_opened_at, row.machine_clicked_at].map(momentCell),
      ]),
    )
    written += rows.length
    const hasMore = rows.length === exportPart
    if (!hasMore) writer.end()
    return hasMore
  }
  return new Download(streamParts(made, nextPart), `newsletter-${id}-${wibDay(new Date())}.${format}`, sheetTypes[format])
}

const listReceived: Handler = async ({ db, user, params, list }) => {
  const member = targetOf('member')
  if (!member) throw new ApiError('not_found')
  const { id: memberId } = await findRow(db, member, user, params.member_id ?? '')
  const { id, newsletter_id, address, state, reason, sent_at, opened_at, event, member_id } = recipients
  const columns = {
    ...{ id, newsletter_id, subject: newsletters.subject, address, state, reason, sent_at, opened_at, event },
    created_at: sql<string>`coalesce(${newsletters.started_at}, ${newsletters.created_at})`.mapWith(newsletters.created_at),
  }
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(recipients)
      .innerJoin(newsletters, eq(newsletters.id, newsletter_id))
      .where(and(eq(member_id, memberId), where))
      .$dynamic()
  return readPage(db, list, sectionCall(newsletter, 'received'), { columns, search: ['subject'], sort: 'id desc' }, select)
}

/** What a person decides; the row is locked (server/crud/write/added-calls.ts). */
const hold: Handler = async (_, { before, write }) => {
  if (!before) throw new ApiError('not_found')
  if (before.status !== 'sending') throw notNow(newsletter.fields, { field: 'status', is: ['sending'] }, before)
  // What goes on by itself is held by nobody.
  const isHeld = before.held != null && before.held !== 'mail_down'
  return { message: 'Saved', data: await write({ held: isHeld ? before.held : 'person' }) }
}

const resume: Handler = async ({ db }, { platform, before, write }) => {
  if (!before) throw new ApiError('not_found')
  const data = await write({ held: null, ...(before.held === 'late' && { late_confirmed: true }) })
  await planNewsletter(platform.database, db, { ...sendable(before), id: before.id })
  return { message: 'Saved', data }
}

const stop: Handler = async ({ db }, { platform, before, write }) => {
  if (!before) throw new ApiError('not_found')
  const { stopped: count, isOver } = await stopWaiting(db, before.id)
  const at = new Date(await now(db)).toISOString()
  const data = await write({
    ...{ stopped: Number(before.stopped) + count, stopped_at: at, held: null },
    ...(isOver && { status: 'sent', ended_at: at }),
  })
  if (!isOver) await sendSoon(platform.database, db, before.id)
  return { message: 'Saved', data }
}

const decide: Handler = async ({ db, user, body }, { platform, before, write }) => {
  if (!before) throw new ApiError('not_found')
  const ids = Array.isArray(body.recipients) ? body.recipients.filter((id): id is number => typeof id === 'number') : []
  const decision = body.decision === 'resend' ? 'resend' : 'leave'
  const count = await decideUnknown(db, before.id, { decision, ids, by: user.name })
  const isResent = decision === 'resend' && count > 0
  const again = { status: 'sending', ended_at: null, stopped_at: null, unknown: Number(before.unknown) - count }
  const data = await write(isResent ? again : {})
  if (isResent) await sendSoon(platform.database, db, before.id)
  return { message: 'Saved', data }
}

const sendable = ({ status, send_at }: Readonly<Record<string, unknown>>) => ({
  status: toText(status),
  send_at: typeof send_at === 'string' ? send_at : null,
})

/** A new time has a job of its own; that of a former one finds nothing to do. */
async function afterChange(effects: readonly Announced[]): Promise<void> {
  for (const { platform, db, after } of effects)
    if (after?.status === 'scheduled' && after.held === null)
      await planNewsletter(platform.database, db, { ...sendable(after), id: after.id })
}

const { matched, sent, failed, unknown, suppressed, stopped, skipped } = newsletters

export const newsletterApi = serve(newsletter, newsletters, {
  derived: { queued: sql`(${matched} - ${sent} - ${failed} - ${unknown} - ${suppressed} - ${stopped} - ${skipped})` },
  prepare,
  afterChange,
  refuseRemove,
  calls: { audience, preview, recipients: listRecipients, exportRecipients, received: listReceived, hold, resume, stop, decide },
})

export function mountNewsletterTest(app: Hono, platform: Platform): void {
  const tests = storedLimit(platform, 'newsletter-test', maxTestsPerMinute, 60)
  const mountTest: Handle = async ({ db, user, params }) => {
    const { id } = await findRow(db, newsletterApi.shape, user, params.id ?? '')
    await tests.take(String(user.id))
    await enqueue(platform.database, db, newsletterTestMail, { newsletter: id, user: user.id }, { user, section: newsletter.name })
    return { message: 'OK' }
  }
  mount(app, platform, newsletterTest, mountTest, { withoutTransaction: true })
}
