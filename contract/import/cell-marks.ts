/** What spreadsheets write into cells that is no content: marks of texts, and errors of formulas. */
import { plainCell } from './safe-cell.ts'

/** Errors of Excel, LibreOffice and Google Sheets; of Excel in Turkish, too. */
const errors = new Set(
  '#n/a #ref! #div/0! #value! #name? #null! #num! #error! #spill! #calc! #field! #blocked! #connect! #busy! #unknown! #external! #python! #getting_data #n/a n/a #yok #başv! #sayı/0! #değer! #ad? #boş! #sayı! #tasma! #taşma! err:501 err:502 err:503 err:504 err:508 err:511 err:519 err:520 err:522 err:523 err:524 err:529 err:532 err:533 err:539'
    .split(' ')
    .filter((word) => word !== 'n/a'),
)

/** Whether a cell holds the error of a formula, or the crosses of a column that was too narrow. */
export function isCellError(text: string): boolean {
  if (text.length > 40) return false
  const plain = text.trim().toLocaleLowerCase('en')
  return errors.has(plain) || /^#{4,40}$/.test(plain)
}

const nothings = new Set(['null', 'none', 'nan', 'n/a', 'na', '\\n', 'tidak ada', 'tdk ada', 'belum ada', 'kosong'])
const onlySigns = /^[-\u2010-\u2015_.]{1,20}$/
/** Whether a cell is a stroke or a full stop, which a program asked for where there was nothing. */
export const isStroke = (text: string): boolean => onlySigns.test(text.trim().slice(0, 30))
/** Whether a cell says in words or signs that it is empty, where a phone, a mail or a date stands. */
export const isNothing = (text: string): boolean => isStroke(text) || (text.length < 40 && nothings.has(text.trim().toLowerCase()))

/** The content of '="0812…"', which writes digits as text; null for another formula. */
function quotedText(cell: string): string | null {
  if (!cell.startsWith('="') || !cell.endsWith('"') || cell.length < 3) return null
  const inner = cell.slice(2, -1)
  return inner.replaceAll('""', '').includes('"') ? null : inner.replaceAll('""', '"')
}

/** Returns a cell without the marks that say that it is a text. */
export function unmarkedCell(cell: string): string {
  const text = cell.trim()
  return (quotedText(text) ?? plainCell(text)).replaceAll('\0', '')
}

/** Advertising platforms mark ids and phones by their kind: 'p:+62…', 'l:1', 'c:120210'. */
export function withoutKind(cell: string): string {
  const [, rest] = /^(?:p|l|c|f|z|ag|as):(\+?\d{1,30})$/.exec(cell) ?? []
  return rest ?? cell
}
