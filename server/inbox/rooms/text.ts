/** Sanitises texts of customers and users, so that control and bidi characters cannot forge names or lines. */

import { maxMessageLength } from '#contract/chat/messages.ts'
import { maxInboundLength } from '#contract/parts/message-fields.ts'

/** Embeddings, overrides and isolates turn the order of what follows them; marks (LRM, RLM, ALM) only help a character. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
/** Invisible characters, except those that join letters and emoji. */
const unseen = /[\u200b\u200e\u200f\u061c\u2060\ufeff\u180e]/g
const controls = /[^\P{Cc}\n\t]/gu
const halves = /\p{Surrogate}/gu

/** For a preview: at most `most` UTF-16 units, never half a character. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

/** What was written, line by line and markup and all, without characters that control or turn what stands around it. */
export function cleanText(text: string, maxLength = maxMessageLength): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(controls, '').replace(turning, '').replace(halves, '')
  return cut(lines, maxLength).trim()
}

/** A customer's words, as many as are kept; more than that end with a note of how many there were. Null when there are none. */
export function boundedText(text: string): { content: string | null; isCut: boolean } {
  const words = cleanText(text, Number.POSITIVE_INFINITY)
  if (words.length <= maxInboundLength) return { content: words || null, isCut: false }
  const note = `\n[cut: ${words.length} characters]`
  return { content: cut(words, maxInboundLength - note.length) + note, isCut: true }
}

/** What is no text is ''. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A name on one line, of what can be seen alone. Null when nothing is left of it. */
export function cleanName(text: string | null, maxLength = 120): string | null {
  const line = cleanText(text ?? '', maxLength * 4)
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .trim()
  return cut(line, maxLength) || null
}
