/** Finds web addresses in a message (docs/product/chat.md#links). Text stays text: nothing of it is parsed as HTML. */

export type Part = { text: string; href?: string; at: number }

/** Ends of names that are linked without a protocol; others are words with a dot too often. */
const ends = 'com|net|org|id|co|io|me|ly|gl|be|my|sg|ai|app|dev|info|biz|xyz|link|page|site|online|store|shop|blog|news|web|gg|tv|edu|gov'
/** What ends an address inside a text: spaces, quotes and brackets of markup, and marks that only steer how text is shown. */
const inside = '[^\\s<>"“”«»\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069]'
const address = new RegExp(
  `(?<![\\p{L}\\p{N}@])(?:https?://|www\\.)${inside}+|` +
    `(?<![\\p{L}\\p{N}@._/:&?=%-])(?:[a-z0-9-]+\\.)+(?:${ends})(?![\\p{L}\\p{N}@_-]|\\.[\\p{L}\\p{N}])(?:[/?#:]${inside}*)?`,
  'giu',
)
/** Punctuation after an address belongs to the sentence, and so do signs of bold and italic text around it. */
const sentence = '.,;:!?\'"’‘`…،؛؟。，！？|'
const marks = '*_~'
const [opening, closing] = ['([{（', ')]}）']

/** Without what stands after the address; a closing bracket belongs to the one that opened it. `before`: the character in front of it. */
function trim(found: string, before: string): string {
  const depths = new Map<string, number>()
  for (const sign of found) {
    const open = opening[closing.indexOf(sign)] ?? sign
    depths.set(open, (depths.get(open) ?? 0) + (open === sign ? 1 : -1))
  }
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1] ?? ''
    const open = opening[closing.indexOf(last)] ?? ''
    const depth = depths.get(open) ?? 0
    if (open && depth < 0) depths.set(open, depth + 1)
    else if (!sentence.includes(last) && !(marks.includes(last) && before === last)) break
  }
  return found.slice(0, end)
}

/** Only http and https are linked; a script URL is plain text. */
function toHref(text: string): string | null {
  try {
    const url = new URL(/^https?:/i.test(text) ? text : `https://${text}`)
    return url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[') ? url.href : null
  } catch {
    return null
  }
}

export function linkedParts(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    const found = trim(match[0], text[match.index - 1] ?? '')
    const href = toHref(found)
    if (!href) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), at: from })
    parts.push({ text: found, href, at: match.index })
    from = match.index + found.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), at: from })
  return parts
}
