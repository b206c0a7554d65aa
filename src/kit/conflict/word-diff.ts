import { diffArrays } from 'diff/lib/diff/array.js'

/** A run of kept, added or removed text. */
export interface Piece {
  is: 'same' | 'added' | 'removed'
  text: string
}

/** With more words removed and added a text is shown as replaced; such a diff is unreadable. Time grows with its square. */
const maxEditLength = 600

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter(Boolean)

/** Returns pieces that join to `before` without added ones, to `after` without removed ones. */
export function wordDiff(before: string, after: string): Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength })
  if (!changes) {
    return [
      { is: 'removed', text: before },
      { is: 'added', text: after },
    ]
  }
  return changes.map(({ added, removed, value }) => ({ is: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') }))
}
