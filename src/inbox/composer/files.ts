/** Checks chosen, pasted or dropped files against the channel's limits. */
import { getConfig } from '#console/data/api/config.ts'
import { chooseFile } from '#console/kit/form/values/picture.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type MediaKind, mediaTypes } from '#contract/parts/message-fields.ts'

export interface Attached {
  key: string
  file: File
  kind: MediaKind
}

export type Refusal = { is: 'empty' } | { is: 'type' } | { is: 'size'; maxBytes: number }

const kinds = ['image', 'video', 'audio', 'document'] as const

/** Message kind of a type; null for an unsupported one. */
export function kindOf(type: string): Attached['kind'] | null {
  const plain = type.split(';')[0] ?? ''
  return kinds.find((kind) => mediaTypes[kind].types.some((known) => known === plain)) ?? null
}

/** Maximum number of files; each becomes a message. */
export const maxFiles = 10

/** Pictures are compressed by docs/product/forms.md#pictures before they are measured. */
export async function attach(file: File): Promise<Attached | Refusal> {
  if (file.size === 0) return { is: 'empty' }
  const kind = kindOf(file.type)
  if (!kind) return { is: 'type' }
  const ready = kind === 'image' ? (await chooseFile(file, true)).content : file
  // The lower of the channel's limit and the server's upload limit.
  const maxBytes = Math.min(mediaTypes[kind].maxBytes, getConfig().uploadMaxBytes)
  if (ready.size > maxBytes) return { is: 'size', maxBytes }
  return { key: uuidv7(), file: ready, kind }
}
