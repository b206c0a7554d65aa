/** From files that were chosen, pasted or dropped to ones the channel takes, or why it does not. */
import { getConfig } from '#console/data/api/config.ts'
import { uuidv7 } from '#console/data/outbox/row/uuid.ts'
import { chooseFile } from '#console/kit/form/values/picture.ts'
import { type MessageKind, mediaTypes } from '#contract/parts/message-fields.ts'

export interface Attached {
  key: string
  file: File
  kind: Exclude<MessageKind, 'text'>
}

export type Refusal = { is: 'empty' } | { is: 'type' } | { is: 'size'; maxBytes: number }

const kinds = ['image', 'video', 'audio', 'document'] as const

/** What a file goes as; null for one the channel does not take. */
export function kindOf(type: string): Attached['kind'] | null {
  const plain = type.split(';')[0] ?? ''
  return kinds.find((kind) => mediaTypes[kind].types.some((known) => known === plain)) ?? null
}

/** Files on one message bar; each becomes a message. */
export const maxFiles = 10

/** Pictures are made smaller by the rule of docs/product/forms.md#pictures before they are measured. */
export async function attach(file: File): Promise<Attached | Refusal> {
  if (file.size === 0) return { is: 'empty' }
  const kind = kindOf(file.type)
  if (!kind) return { is: 'type' }
  const ready = kind === 'image' ? (await chooseFile(file, true)).content : file
  // The channel's own limit, and that of the server on the way there.
  const maxBytes = Math.min(mediaTypes[kind].maxBytes, getConfig().uploadMaxBytes)
  if (ready.size > maxBytes) return { is: 'size', maxBytes }
  return { key: uuidv7(), file: ready, kind }
}
