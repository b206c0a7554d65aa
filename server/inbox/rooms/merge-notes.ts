/** Notes are edited by everybody who works with a customer, often offline: nobody's text is overwritten. */
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'

const lines = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')

/** What was written behind `was`; null where it was written anew. */
const added = (was: string, text: string): string | null => (text.startsWith(was) ? text.slice(was.length).trim() : null)

function both(was: string, mine: string, theirs: string): string {
  const [own, other] = [added(was, mine), added(was, theirs)]
  if (own !== null) return lines(theirs, own)
  return other === null ? lines(theirs, mine) : lines(mine, other)
}

/**
 * What holds of `mine`, which was made of `was`, beside `theirs`, which is there by now. Where one side only wrote further,
 * that stands under the other's; where both wrote anew, mine stands under theirs. Null when that is longer than notes may be.
 */
export function mergeNotes(was: string, mine: string, theirs: string): string | null {
  if (theirs === was || theirs === mine) return mine
  if (mine === was) return theirs
  const merged = both(was, mine, theirs)
  return merged.length > (chatPlatform.fields.notes.max ?? Number.POSITIVE_INFINITY) ? null : merged
}
