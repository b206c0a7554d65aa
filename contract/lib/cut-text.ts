/** Returns at most `maxLength` UTF-16 units of a text, and no half of a character that has two. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}
