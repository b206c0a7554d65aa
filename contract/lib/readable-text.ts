const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Removes tags in one pass; an unclosed '<' stays. */
function withoutTags(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', at)) {
    const end = html.indexOf('>', start)
    if (end < 0) break
    parts.push(html.slice(at, start))
    at = end + 1
  }
  return parts.join('') + html.slice(at)
}

/** Returns the readable characters of a rich text, for counting and search. Not a sanitiser. */
export function readableText(html: string): string {
  return withoutTags(html.replace(/<\/(p|li|h[1-3]|blockquote|pre)>|<br\s*\/?>/gi, '\n'))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim()
}
