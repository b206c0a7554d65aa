/** Attachments of a lead: photos, documents and voice notes, with the permissions of their lead. */

import { choice, file, number, type RowOf, text } from '../../kit/field/field.ts'
import { call } from '../../kit/section/call.ts'
import { recordFields } from '../../kit/section/record-fields.ts'

export const attachmentKinds = ['image', 'document', 'audio'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** Accepted types, detected from the content. */
export const attachmentTypes = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic'],
  document: ['application/pdf'],
  audio: ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/aac', 'audio/wav'],
} as const satisfies Record<AttachmentKind, readonly string[]>

const accepted: readonly string[] = Object.values(attachmentTypes).flat()

/** Maximum attachments per lead. */
export const maxAttachments = 100

/** Name in outbox and query cache; no section with screens. */
export const attachmentsName = 'lead-attachments'

export const attachmentFields = {
  ...recordFields,
  name: text({ required: true, readOnly: true }),
  kind: choice(attachmentKinds, { required: true, readOnly: true }),
  type: text({ required: true, readOnly: true }),
  /** In bytes. */
  size: number({ required: true, readOnly: true, integer: true }),
  /** Address of its content; needs the session's token. */
  url: text({ required: true, readOnly: true }),
}

export type Attachment = RowOf<typeof attachmentFields>

const common = { section: attachmentsName, path: '/crm/in/v1/lead/{id}/attachments' } as const

/** The attachments of a lead, oldest first. */
export const listAttachments = call({
  ...common,
  name: 'lead-attachments.list',
  action: 'list',
  kind: 'query',
  method: 'GET',
  permission: 'get crm',
  query: 'list',
  defaultSize: maxAttachments,
  reply: { of: 'list', fields: attachmentFields },
})

/** Adds a file, sent in the form or staged (contract/uploads.ts). 413 above the server's limit. */
export const attach = call({
  ...common,
  name: 'lead-attachments.create',
  action: 'create',
  kind: 'mutation',
  method: 'POST',
  permission: 'update crm',
  encoding: 'multipart',
  body: { file: file({ required: true, storage: 'private', accept: accepted, maxBytes: 1_000_000_000 }) },
  reply: { of: 'record', fields: attachmentFields },
  offline: 'queue',
})

export const detach = call({
  ...common,
  name: 'lead-attachments.remove',
  action: 'remove',
  kind: 'mutation',
  method: 'DELETE',
  permission: 'update crm',
  removal: { by: 'ids' },
  reply: { of: 'removal' },
  offline: 'queue',
})

/** The original content, a small picture of an image, or a sound in AAC, which every browser plays; the original where none can be made. */
export const attachmentContent = call({
  name: 'lead-attachments.content',
  section: attachmentsName,
  kind: 'query',
  method: 'GET',
  path: '/crm/in/v1/lead/{id}/attachments/{attachment_id}/content',
  permission: 'get crm',
  query: { small: choice(['yes']), sound: choice(['aac']) },
  reply: { of: 'blob', type: 'application/octet-stream' },
  silent: true,
})
