/** A run of kept, added or removed text. */
export interface Piece {
  is: 'same' | 'added' | 'removed'
  text: string
}

/** Above this number of comparisons a text is shown as replaced; such a diff is unreadable. */
const max = 1_000_000

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter(Boolean)

/** Lengths of the longest common subsequences of all suffixes of both lists. */
function commonEnds(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i]
      if (row) row[j] = a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

function middle(a: readonly string[], b: readonly string[]): Piece[] {
  if (a.length * b.length > max) {
    return [
      { is: 'removed', text: a.join('') },
      { is: 'added', text: b.join('') },
    ]
  }
  const ends = commonEnds(a, b)
  const pieces: Piece[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [before, after] = [a[i], b[j]]
    if (before !== undefined && before === after) {
      pieces.push({ is: 'same', text: before })
      i++
      j++
    } else if (before !== undefined && (after === undefined || (ends[i + 1]?.[j] ?? 0) >= (ends[i]?.[j + 1] ?? 0))) {
      pieces.push({ is: 'removed', text: before })
      i++
    } else if (after !== undefined) {
      pieces.push({ is: 'added', text: after })
      j++
    }
  }
  return pieces
}

/** Returns pieces that join to `before` without added ones, to `after` without removed ones. */
export function wordDiff(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const pieces: Piece[] = [
    { is: 'same', text: a.slice(0, start).join('') },
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { is: 'same', text: end ? a.slice(-end).join('') : '' },
  ]
  return pieces.reduce<Piece[]>((joined, piece) => {
    const last = joined.at(-1)
    if (last?.is === piece.is) last.text += piece.text
    else if (piece.text) joined.push({ ...piece })
    return joined
  }, [])
}
