/** Patterns of docs/product/forms.md#patterns. All are linear: no two adjacent parts match the same characters. */
const tagStart = /<\/?[a-z]/i

/** Returns whether a text has HTML: a closed tag or a comment's start. */
export function hasHtml(text: string): boolean {
  const start = text.search(tagStart)
  return (start >= 0 && text.lastIndexOf('>') > start) || text.includes('<!--')
}

export const digitsOnly = /^\d+$/
export const phone628 = /^628\d+$/
/** Usual length of numbers; a form warns of others. */
export const usualPhone = /^628\d{7,12}$/
/** @public Finds the number in a pasted text. */
export const phone628Within = /628\d+/
export const httpUrl = /^https?:\/\/[^\s/?#]+\.[^\s/?#.]{2,}(?:[/?#]\S*)?$/i
export const lowercaseEmail = /^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/
export const looseEmail = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const noSlash = /^[^/]*$/
export const hexColour = /^#[0-9a-f]{6}$/i
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Control characters that no single-line or multi-line text may hold (tab, line feed and carriage return are fine). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the pattern is to find them
export const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
