/** How tall rows will be, before they are drawn: near enough that the beginning is found without drawing what stands before it. */
import type { Entry } from './entries.ts'

const lineHeight = 22
const lineLength = 60

export function guessHeight(entry: Entry | undefined): number {
  if (entry?.is !== 'message') return 44
  const { kind, content } = entry.message
  const text = content ? Math.ceil(content.length / lineLength) * lineHeight : 0
  if (kind === 'image') return 262 + text
  if (kind === 'video') return 198 + text
  if (kind === 'audio') return 76 + text
  if (kind === 'document') return 94 + text
  return 26 + Math.max(lineHeight, text)
}

/** Pixels above a row. */
export const heightBefore = (entries: readonly Entry[], index: number): number =>
  entries.slice(0, index).reduce((sum, entry) => sum + guessHeight(entry), 0)
