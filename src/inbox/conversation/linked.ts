/** Finds web addresses in a message. Text stays text: nothing of it is parsed as HTML. */
import { trimEndOf } from '#contract/lib/trim-end.ts'

export type Part = { text: string; href?: string; at: number }

const address = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi
/** Punctuation after a URL belongs to the sentence. */
const tail = `.,;:!?)]}'"`

/** Only http and https are linked; a script URL is plain text. */
function toHref(text: string): string | null {
  try {
    const url = new URL(text.startsWith('www.') || text.startsWith('WWW.') ? `https://${text}` : text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}

export function linkedParts(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    const found = trimEndOf(match[0], tail)
    const href = toHref(found)
    if (!href) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), at: from })
    parts.push({ text: found, href, at: match.index })
    from = match.index + found.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), at: from })
  return parts
}
