/** A lead's attachments: the server's, folded with the outbox. Pure. */
import type { OutboxRow, WaitingFile } from '#console/data/outbox/row/types.ts'
import {
  type Attachment,
  type AttachmentKind,
  attachmentKinds,
  attachmentsName,
  attachmentTypes,
} from '#contract/sections/sales/lead-attachments.ts'

/** Location of the content. */
export type Source =
  | { at: 'server'; lead: string }
  /** In the outbox, under this key; on the server once it was sent. */
  | { at: 'outbox'; key: string; lead: string }
  | { at: 'here'; blob: Blob }

export interface Item {
  ref: string
  name: string
  kind: AttachmentKind
  type: string
  size: number
  source: Source
  /** The pending upload or removal. */
  row: OutboxRow | null
  /** 'draft': of an unsaved lead. */
  state: 'stored' | 'waiting' | 'sending' | 'parked' | 'removing' | 'draft'
  at: string
  by: string | null
}

/** Kind by the declared type; an unknown type is a document until the server has checked it. */
export function kindOf(type: string): AttachmentKind {
  const essence = type.split(';')[0]
  return attachmentKinds.find((kind) => attachmentTypes[kind].some((each) => each === essence)) ?? 'document'
}

export function isPicture({ kind, type }: Pick<Item, 'kind' | 'type'>): boolean {
  return kind === 'image' && type !== 'image/heic'
}

function waitingItem(lead: string, row: OutboxRow, file: WaitingFile, removal: OutboxRow | null): Item {
  const { name, type, size, key } = file
  const state = row.state === 'parked' ? 'parked' : row.state === 'sending' ? 'sending' : 'waiting'
  return {
    ref: row.touches[0] ?? '',
    name,
    kind: kindOf(type),
    type,
    size,
    source: { at: 'outbox', key, lead },
    row: removal ?? row,
    state: removal ? 'removing' : row.state === 'done' ? 'stored' : state,
    at: new Date(row.createdAt).toISOString(),
    by: null,
  }
}

/** Stored ones first, then uploads; a removal marks its item, and a done one hides it. `outbox` lists done rows first. */
export function foldAttachments(lead: string, stored: readonly Attachment[], outbox: readonly OutboxRow[]): Item[] {
  const own = outbox.filter((row) => row.section === attachmentsName && row.params.id === lead)
  const removal = (ref: string) => own.find((row) => row.action === 'remove' && row.touches.includes(ref)) ?? null
  const known = stored
    .filter(({ ref }) => removal(ref)?.state !== 'done')
    .map((each): Item => {
      const { ref, name, kind, type, size, created_at, created_by } = each
      const row = removal(ref)
      const state = row ? (row.state === 'parked' ? 'parked' : 'removing') : 'stored'
      return { ref, name, kind, type, size, source: { at: 'server', lead }, row, state, at: created_at, by: created_by }
    })
  const storedRefs = new Set(stored.map(({ ref }) => ref))
  const coming = own.flatMap((row) => {
    const [[file], [ref = '']] = [row.files, row.touches]
    // A just sent one is listed twice for a moment: as done, and until its verdict is stored.
    if (row.action !== 'create' || !file || storedRefs.has(ref)) return []
    storedRefs.add(ref)
    return [waitingItem(lead, row, file, removal(ref))]
  })
  return [...known, ...coming]
}
