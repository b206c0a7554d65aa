/** Validates a chosen file and compresses pictures (docs/product/forms.md#pictures). */
import { chooseFile } from '#console/kit/form/values/picture.ts'
import { attachmentTypes } from '#contract/sections/sales/lead-attachments.ts'
import { kindOf } from './fold.ts'

/** Why a file is refused. */
export type Refusal = 'empty' | 'type'

export const accepted: readonly string[] = Object.values(attachmentTypes).flat()

/** Extensions of files whose type is unreliable. */
const endings = /\.(hei[cf]|m4a|mp3|ogg|oga|opus|aac|wav|webm|pdf|jpe?g|png|webp|gif)$/i

const isKnown = (file: File) =>
  accepted.includes(file.type.split(';')[0] ?? '') || file.type.startsWith('audio/') || endings.test(file.name)

export async function prepare(file: File): Promise<File | Refusal> {
  if (file.size === 0) return 'empty'
  if (!isKnown(file)) return 'type'
  if (kindOf(file.type) !== 'image') return file
  const { content } = await chooseFile(file, true)
  return content
}
