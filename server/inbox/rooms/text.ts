/** Sanitises texts of people: control and bidi characters cannot forge names or lines. */

import { maxMessageLength } from '#contract/chat/messages.ts'
import { cutText } from '#contract/lib/cut-text.ts'
import { isSeen, withoutHiddenSigns } from '#contract/pages/public-name.ts'
import { maxInboundLength } from '#contract/parts/message-fields.ts'

/** Embeddings, overrides and isolates reorder following text; marks (LRM, RLM, ALM) only affect one character. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const controls = /[^\P{Cc}\n\t]/gu
const halves = /\p{Surrogate}/gu

/** Cuts a text of a person for a preview or a limit. */
export const cut = cutText

/** Returns a text with lines and markup, without control and bidi characters. */
export function cleanText(text: string, maxLength = maxMessageLength): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(controls, '').replace(turning, '').replace(halves, '')
  return cut(lines, maxLength).trim()
}

/** Returns a customer's text, cut at the limit with a note of its length. Null when empty. */
export function boundedText(text: string): { content: string | null; isCut: boolean } {
  const words = cleanText(text, Number.POSITIVE_INFINITY)
  if (words.length <= maxInboundLength) return { content: words || null, isCut: false }
  const note = `\n[cut: ${words.length} characters]`
  return { content: cut(words, maxInboundLength - note.length) + note, isCut: true }
}

/** Other values are ''. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns a name on one line, visible characters only. Null if it shows nothing. */
export function cleanName(text: string | null, maxLength = 120): string | null {
  const line = cut(
    withoutHiddenSigns(cleanText(text ?? '', maxLength * 4))
      .replace(/\s+/g, ' ')
      .trim(),
    maxLength,
  )
  return isSeen(line) ? line : null
}
