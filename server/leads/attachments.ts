/** Attachments of a lead (contract/sections/sales/lead-attachments.ts), with its visibility. */
import { and, asc, count, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { isStoredFile } from '#contract/kit/field/field.ts'
import type { Removal } from '#contract/kit/field/removal.ts'
import { fillPath } from '#contract/kit/section/call.ts'
import {
  type Attachment,
  type AttachmentKind,
  attach,
  attachmentContent,
  attachmentFields,
  attachmentKinds,
  attachmentTypes,
  detach,
  listAttachments,
  maxAttachments,
} from '#contract/sections/sales/lead-attachments.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import type { PlaceCall } from '#server/crud/import/api.ts'
import { pageOf } from '#server/crud/query/plain-list.ts'
import { findRow, lockRow } from '#server/crud/query/read.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import { missingEntries } from '#server/crud/write/remove.ts'
import type { Db } from '#server/db/database.ts'
import { leadAttachments } from '#server/db/tables/crm.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import type { FileBody } from '#server/platform/http/reply.ts'
import { fileBody } from '#server/platform/routes/small-picture.ts'
import { playableBody } from '#server/video/convert-sound.ts'
import { leadsApi } from './api.ts'

/** In the list of attachments. */
const thumbnail = { width: 320, height: 320 }

type Stored = typeof leadAttachments.$inferSelect

function kindOf(type: string): AttachmentKind {
  return attachmentKinds.find((kind) => attachmentTypes[kind].some((each) => each === type)) ?? 'document'
}

function toRow({ file, lead: _, ...rest }: Stored, leadRef: string, at: string): Attachment {
  const { name, type, size } = file
  return { ...rest, name, kind: kindOf(type), type, size, url: fillPath(at, { id: leadRef, attachment_id: rest.ref }) }
}

const leadOf = ({ db, user, params }: CallRequest, find = findRow) => find(db, leadsApi.shape, user, params.id ?? '')

async function readAll(db: Db, lead: number): Promise<Stored[]> {
  return db.select().from(leadAttachments).where(eq(leadAttachments.lead, lead)).orderBy(asc(leadAttachments.id))
}

async function add(request: CallRequest, at: string) {
  const { db, user, body, ref } = request
  const lead = await leadOf(request, lockRow)
  if (!isStoredFile(body.file)) throw fieldError('file', 'required')
  const [stored] = await db.select({ count: count() }).from(leadAttachments).where(eq(leadAttachments.lead, lead.id))
  if ((stored?.count ?? 0) >= maxAttachments) throw fieldError('file', 'max_entries', { max: maxAttachments })
  const by = { created_by: user.name, updated_by: user.name }
  const [made] = await db
    .insert(leadAttachments)
    .values({ ...(ref && { ref }), lead: lead.id, file: body.file, ...by })
    .returning()
  if (!made) throw new ApiError('internal')
  return { message: 'Saved', data: toRow(made, lead.ref, at) }
}

async function remove(request: CallRequest): Promise<Removal> {
  const { db, ids } = request
  const lead = await leadOf(request, lockRow)
  const gone = await db
    .delete(leadAttachments)
    .where(and(eq(leadAttachments.lead, lead.id), whereNamed(leadAttachments, ids)))
    .returning()
  const rows = gone.map((row) => toRow(row, lead.ref, ''))
  const failed = missingEntries(ids, rows)
  if (!rows.length) throw new ApiError('not_found', undefined, { refused: failed })
  return {
    message: section.wire.removed,
    success_entities: rows.map(({ id, ref }) => ({ id, ref, message: section.wire.removed })),
    failed_entities: failed,
  }
}

/** Returns the content, or a small picture of a readable image. */
async function content(platform: Platform, request: CallRequest): Promise<FileBody> {
  const { db, params, query } = request
  const lead = await leadOf(request)
  const [found] = await db
    .select()
    .from(leadAttachments)
    .where(and(eq(leadAttachments.lead, lead.id), whereNamed(leadAttachments, [params.attachment_id ?? ''])))
  if (!found) throw new ApiError('not_found')
  const body = await fileBody(platform.privateFiles, found.file, query.small ? thumbnail : null)
  return query.sound ? playableBody(platform.settings, body) : body
}

export function mountLeadAttachments(app: Hono, platform: Platform, place: PlaceCall): void {
  const at = place(attachmentContent).path
  mount(app, platform, place(listAttachments), async (request) => {
    const lead = await leadOf(request)
    const rows = (await readAll(request.db, lead.id)).map((row) => toRow(row, lead.ref, at))
    return pageOf(request.list, rows, attachmentFields)
  })
  mount(app, platform, place(attach), (request) => add(request, at))
  mount(app, platform, place(detach), remove)
  mount(app, platform, place(attachmentContent), (request) => content(platform, request))
}
