const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The characters a person reads of a rich text, for counting and search. Not for showing: it does not make markup safe. */
export function readableText(html: string): string {
  return html
    .replace(/<\/(p|li|h[1-3]|blockquote|pre)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim()
}
