/**
 * Estimated row heights before drawing: close enough to find the first position without drawing the rows before it, and to avoid shifts.
 * Numbers match the classes in bubble.tsx, message-text.tsx, media.tsx and lines.tsx.
 */
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { chipsHeight, detailsHeight, reactionsHeight } from '../parts/heights.ts'
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
const [time, tick, template, edited] = [44, 18, 60, 48]
/** A note: its words are smaller. */
const [noteLine, noteScale] = [16, 12 / 14]
const media = { image: 244, video: 180, audio: 44, document: 64 } as const
const untitled = { image: 16, video: 16, audio: 0, document: 16 } as const

const boxWidth = (is_admin: boolean, { width, wide }: Layout) => (width - (wide ? 48 : 24)) * (wide ? 0.78 : 0.86) - (is_admin ? 24 : 26)

function measureWords({ content, is_admin, template: named, edits }: ShownMessage, layout: Layout): number {
  if (!content) return 0
  if (isEmojiOnly(content)) return 71
  const tail = time + (is_admin ? tick : 0) + (named ? template : 0) + (edits ? edited : 0)
  return countLines(content.slice(0, maxShownCharacters), boxWidth(is_admin, layout), tail, widthsIn(layout.font)) * lineHeight
}

function measureText(message: ShownMessage, layout: Layout): number {
  const { kind, content, details, is_admin, deleted_at } = message
  const widths = widthsIn(layout.font)
  if (kind === 'note') {
    const box = ((layout.width - 48) * 0.86 - 24) / noteScale
    return countLines(content ?? '', box, time, widths) * noteLine
  }
  if (deleted_at) return lineHeight
  if (!details) return measureWords(message, layout)
  const box = boxWidth(is_admin, layout)
  return detailsHeight(details, content, (text) => countLines(text, box, 0, widths) * lineHeight) + (content ? 22 : 16)
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
  const { kind, content, is_admin: ours, sender, reply_to: reply, chips, reactions, details, deleted_at } = message
  if (kind === 'note') return 16 + textHeight(message, layout)
  const framed = kind === 'image' || kind === 'video'
  const name = ours && !joins && sender ? (framed ? 24 : 16) : 0
  const around =
    (joins ? 2 : 10) +
    (framed ? 8 : 12) +
    (ours ? 0 : 2) +
    name +
    (reply ? 54 : 0) +
    (chips?.length ?? 0) * chipsHeight +
    (reactions?.length ? reactionsHeight : 0)
  const words = textHeight(message, layout)
  return kind === 'text' || details || deleted_at ? around + words : around + media[kind] + (content ? words : untitled[kind])
}

/** Pixels above a row. */
export const heightBefore = (entries: readonly Entry[], index: number, layout: Layout): number =>
  entries.slice(0, index).reduce((sum, entry) => sum + guessHeight(entry, layout), 0)
