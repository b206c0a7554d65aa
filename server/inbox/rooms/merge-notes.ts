/** Merges notes that people edited concurrently or offline, without losing a text. */
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'

const lines = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')

/** Returns the text appended to `was`; null if it was rewritten. */
const added = (was: string, text: string): string | null => (text.startsWith(was) ? text.slice(was.length).trim() : null)

function both(was: string, mine: string, theirs: string): string {
  const [own, other] = [added(was, mine), added(was, theirs)]
  if (own !== null) return lines(theirs, own)
  return other === null ? lines(theirs, mine) : lines(mine, other)
}

/**
 * Merges `mine`, an edit of `was`, with the current `theirs`. Text that one side appended goes below the other's; if both rewrote it, mine
 * goes below theirs. Null when the result is too long for notes.
 */
export function mergeNotes(was: string, mine: string, theirs: string): string | null {
  if (theirs === was || theirs === mine) return mine
  if (mine === was) return theirs
  const merged = both(was, mine, theirs)
  return merged.length > (chatPlatform.fields.notes.max ?? Number.POSITIVE_INFINITY) ? null : merged
}
