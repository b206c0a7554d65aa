/** Returns a text without the given characters at its end, in linear time: `/[…]+$/` starts again at every such character within. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
