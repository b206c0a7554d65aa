/** Edit distance between typed words and a vocabulary. */

/** Allowed typing errors: none in a short word, which would match too many. */
export const allowedErrors = (word: string): number => (word.length <= 3 ? 0 : word.length <= 7 ? 1 : 2)

/**
 * Fewest deletions, insertions, substitutions or swaps between `typed` and a prefix of `word`, so that an unfinished word matches, too.
 * Above `maxErrors` the result is `maxErrors + 1`.
 */
export function prefixDistance(typed: string, word: string, maxErrors: number): number {
  const width = Math.min(word.length, typed.length + maxErrors)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, j) => j)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= width; j++) {
      const same = typed[i - 1] === word[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      if (cost < best) best = cost
    }
    if (best > maxErrors) return maxErrors + 1
    before = last
    last = row
  }
  return Math.min(maxErrors + 1, ...last)
}

/** Letters of a word as bits: each one missing in the other is at least one error. */
export function letters(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 31)
  return bits
}

export function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left; left &= left - 1) count += 1
  return count
}
