/** Splits a text into matches of the words, which are in lower case, and the rest. */
export function markParts(text: string, words: readonly string[]): { at: number; text: string; isMarked: boolean }[] {
  const lower = text.toLowerCase()
  // A letter longer in lower case would shift all later positions.
  if (lower.length !== text.length) return [{ at: 0, text, isMarked: false }]
  const parts: { at: number; text: string; isMarked: boolean }[] = []
  let from = 0
  while (from < text.length) {
    const start = from
    const next = words
      .map((word) => ({ at: lower.indexOf(word, start), length: word.length }))
      .filter(({ at, length }) => at >= 0 && length > 0)
      .reduce((first, each) => (each.at < first.at || (each.at === first.at && each.length > first.length) ? each : first), {
        at: text.length,
        length: 0,
      })
    if (next.at > from) parts.push({ at: from, text: text.slice(from, next.at), isMarked: false })
    if (next.length) parts.push({ at: next.at, text: text.slice(next.at, next.at + next.length), isMarked: true })
    from = next.at + Math.max(1, next.length)
  }
  return parts
}
