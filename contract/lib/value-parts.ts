/** Values inside words: they run from left to right in every language, and stay on one line (docs/product/chat.md#numbers-in-words). */

/** Marks a value that no pattern finds, such as a code or a length of time. */
export const markValue = (text: string): string => `\u2066${text}\u2069`

/** Words of somebody among ours: they keep their own direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** A marked value; a phone with its country or from its 0, whose area may be in brackets; an amount with its currency; a username. */
const values =
  /(\u2066[^\u2066-\u2069]{1,200}\u2069|(?<![\p{L}\p{N}+.,/:@-])(?:(?:\(0\d{1,4}\)|\+\d|0\d|628)(?:[ .\xa0-]?\d){5,14}(?![\p{L}\p{N}])|(?:Rp\.?|IDR|USD|SGD|\$|€)[ \xa0]?\d(?:[.,]?\d){0,20}|@\w[\w.]{1,33}\w))/iu

/** A text in its parts: every second one is a value. */
export const splitValues = (text: string): string[] =>
  text.split(values).map((part, at) => (at % 2 ? part.replace(/[\u2066\u2069]/g, '') : part))

/** A text whose values are marked, for places that take no elements, such as a notification. Marked again it is the same. */
export const isolateValues = (text: string): string =>
  splitValues(text)
    .map((part, at) => (at % 2 ? markValue(part) : part))
    .join('')

/** A text as it is spoken. */
export const withoutMarks = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')
