/** Texts as a person reads them: digits of any script, one kind of hyphen, no invisible marks. */

import { normaliseText } from '../lib/normalise-text.ts'

/** Characters of a cell that are looked at for a phone, a date or a number. */
const maxRead = 300

/** Also what makes an emoji of a digit. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f|\u20e3/g
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g
const apostrophes = /[\u2018\u2019\u201b\u02bc\u00b4`\uff07]/g

/** Returns the beginning of a text in plain characters: full-width and Arabic digits, typographic hyphens and apostrophes. */
export function plainText(text: string): string {
  return normaliseText(text.slice(0, maxRead).replace(invisible, ''), 'NFKC')
    .replace(hyphens, '-')
    .replace(apostrophes, "'")
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .trim()
}

/** A number as a spreadsheet shows it when its digits do not fit: '6,28123E+11'. They cannot be recovered. */
export function hasLostDigits(text: string): boolean {
  return /^[+-]?\d{1,3}(?:[.,]\d{1,20})?e\+?\d{1,3}$/i.test(plainText(text).replace(/\s/g, ''))
}
