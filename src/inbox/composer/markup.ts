/** Marks of WhatsApp in a text: *bold*, _italic_, ~struck~ and ```code```. */

export type Style = 'bold' | 'italic' | 'struck' | 'code'

export interface Styled {
  text: string
  styles: readonly Style[]
  /** Position in the text. */
  at: number
}

const marks: readonly [sign: string, style: Style][] = [
  ['```', 'code'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'struck'],
]

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? '')
const isBlankAt = (text: string, at: number) => at < 0 || at >= text.length || /\s/.test(text[at] ?? '')

/** Position of the sign that closes one which is open; -1 for none in its line. */
function findEnd(text: string, sign: string, from: number): number {
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    const line = sign === '```' ? -1 : text.indexOf('\n', from)
    if (line >= 0 && line < at) return -1
    if (at > from && !isBlankAt(text, at - 1) && !isWordAt(text, at + sign.length)) return at
  }
  return -1
}

/** Longer texts are shown as they are. */
const max = 4_096

/** Splits a text by its marks; a sign without its end stays a sign. */
export function splitMarks(text: string, styles: readonly Style[] = [], start = 0): Styled[] {
  if (text.length > max) return [{ text, styles, at: start }]
  const dead = new Set<string>()
  let from = 0
  const parts: Styled[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n') dead.clear()
    const [sign, style] = marks.find(([each]) => text.startsWith(each, at)) ?? []
    if (!sign || !style || dead.has(sign) || styles.includes('code') || isWordAt(text, at - 1) || isBlankAt(text, at + sign.length))
      continue
    const end = findEnd(text, sign, at + sign.length)
    if (end < 0) {
      dead.add(sign)
      continue
    }
    if (at > from) parts.push({ text: text.slice(from, at), styles, at: start + from })
    const inner = at + sign.length
    parts.push(...splitMarks(text.slice(inner, end), [...styles, style], start + inner))
    from = end + sign.length
    at = from - 1
  }
  if (from < text.length) parts.push({ text: text.slice(from), styles, at: start + from })
  return parts
}
