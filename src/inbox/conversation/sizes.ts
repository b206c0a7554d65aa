/**
 * Estimated row heights before drawing: close enough to find the first position without drawing the rows before it, and to avoid shifts.
 * Numbers match the classes in bubble.tsx, message-text.tsx, media.tsx and lines.tsx.
 */
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { isEmojiOnly } from './emoji-only.ts'
import type { Entry } from './entries.ts'
import { countLines, widthsIn } from './text-width.ts'

/** Of the list: width in pixels, whether the window is wide, and the CSS font of messages. */
export interface Layout {
  width: number
  wide: boolean
  font: string
}

/** Longer texts are folded: a message may be as long as a book. */
export const maxShownCharacters = 1_200

const lineHeight = 22
const [time, tick, template] = [44, 18, 60]
const media = { image: 244, video: 180, audio: 44, document: 64 } as const
const untitled = { image: 16, video: 16, audio: 0, document: 16 } as const

function measureText({ content, is_admin, template: named }: ShownMessage, { width, wide, font }: Layout): number {
  if (!content) return 0
  if (isEmojiOnly(content)) return 71
  const box = (width - (wide ? 48 : 24)) * (wide ? 0.78 : 0.86) - (is_admin ? 24 : 26)
  const tail = time + (is_admin ? tick : 0) + (named ? template : 0)
  return countLines(content.slice(0, maxShownCharacters), box, tail, widthsIn(font)) * lineHeight
}

const known = new WeakMap<ShownMessage, { layout: Layout; height: number }>()

/** Equal messages are the same object and are measured for every loaded page. */
function textHeight(message: ShownMessage, layout: Layout): number {
  const cached = known.get(message)
  if (cached?.layout === layout) return cached.height
  const height = measureText(message, layout)
  known.set(message, { layout, height })
  return height
}

/** In pixels. */
export function guessHeight(entry: Entry | undefined, layout: Layout): number {
  if (entry?.is !== 'message') return entry?.is === 'unread' ? 36 : 40
  const { message, joins } = entry
  const { kind, content, is_admin: ours, sender, reply_to: reply } = message
  const framed = kind === 'image' || kind === 'video'
  const name = ours && !joins && sender ? (framed ? 24 : 16) : 0
  const around = (joins ? 2 : 10) + (framed ? 8 : 12) + (ours ? 0 : 2) + name + (reply ? 54 : 0)
  const words = textHeight(message, layout)
  return kind === 'text' || kind === 'note' ? around + words : around + media[kind] + (content ? words : untitled[kind])
}

/** Pixels above a row. */
export const heightBefore = (entries: readonly Entry[], index: number, layout: Layout): number =>
  entries.slice(0, index).reduce((sum, entry) => sum + guessHeight(entry, layout), 0)
