/** Texts of a row by what its columns hold (docs/product/leads.md#reading-a-file). */

import { looseEmail } from '../lib/patterns.ts'
import { isCellError, isNothing, isStroke, withoutKind } from './cell-marks.ts'
import { type NamePart, nameParts } from './columns.ts'
import { readPhone } from './read-phone.ts'

export interface RowTexts {
  /** Filled cells by target. */
  texts: Record<string, string>
  /** Phones and emails of the row beside the ones that count. */
  others: string[]
  /** Targets of cells that hold a formula's error, and are empty for us; with the error. */
  errors: { target: string; text: string }[]
}

/** Exports put several values of a kind into one cell: 'a ::: b'. */
const pieces = (cell: string) =>
  (cell.includes(':::') ? cell.split(':::') : [cell]).map((piece) => piece.trim()).filter((piece) => piece !== '' && !isNothing(piece))

const isUsable: Readonly<Record<string, (text: string) => boolean>> = {
  phone: (text) => readPhone(text).phone !== null,
  email: (text) => looseEmail.test(text.slice(0, 320)),
}

/** Joins the parts of a name; a whole name that is there already is not repeated: 'Budi Santoso' and 'Santoso'. */
function joinName(parts: Partial<Record<NamePart, string>>): string {
  return nameParts.reduce((name, part) => {
    const text = parts[part] ?? ''
    const isThere = ` ${name} `.toLowerCase().includes(` ${text.toLowerCase()} `)
    return text === '' || (isThere && part === 'last_name') ? name : `${name} ${text}`.trim()
  }, '')
}

/** `mapping`: what each column holds, in order; null for none. */
export function rowTexts(mapping: readonly (string | null)[], cells: readonly string[]): RowTexts {
  const texts: Record<string, string> = {}
  const others: string[] = []
  const errors: RowTexts['errors'] = []
  const parts: Partial<Record<NamePart, string>> = {}
  const several = new Map<string, string[]>()
  for (const [at, target] of mapping.entries()) {
    const text = withoutKind((cells[at] ?? '').trim())
    if (target === null || text === '') continue
    const part = nameParts.find((each) => each === target)
    if (isCellError(text)) errors.push({ target: part ? 'name' : target, text })
    else if (part) parts[part] = isStroke(text) ? '' : text
    else if (Object.hasOwn(isUsable, target)) several.set(target, [...(several.get(target) ?? []), ...pieces(text)])
    else texts[target] ??= text
  }
  const joined = joinName(parts)
  if (joined !== '') texts.name ??= joined
  for (const [target, values] of several) {
    if (!values.length) continue
    const at = Math.max(
      0,
      values.findIndex((value) => isUsable[target]?.(value)),
    )
    const chosen = values[at] ?? ''
    texts[target] = chosen
    const read = target === 'phone' ? readPhone(chosen) : null
    others.push(...(read?.phone ? read.rest : []), ...values.filter((value, place) => place !== at && value !== chosen))
  }
  return { texts, others: [...new Set(others)], errors }
}

/** One line of other numbers and mails, for notes; empty without any. */
export const otherContacts = (others: readonly string[]): string => others.join(', ').slice(0, 500)
