/** Rules between fields. A module of its own: the definition of a section does not load the validator. */

import { toText } from './guards.ts'

/** A rule between fields: when `test` fails, `field` has the problem `code`. Pure, because it runs on both sides. */
export interface Rule<Name extends string = string> {
  field: Name
  code: string
  test: (record: Readonly<Record<string, unknown>>) => boolean
}

/** Empty, or the mark of an absent date. */
const isOpen = (value: unknown) => value == null || value === '' || toText(value).startsWith('0001-01-01')

/** The end may not lie before the start; open ends pass. */
export function fromTo<const From extends string, const To extends string>(from: From, to: To): Rule<From | To> {
  return {
    field: to,
    code: 'before_start',
    test: (record) => {
      const [start, end] = [record[from], record[to]]
      if (isOpen(start) || isOpen(end)) return true
      const number = (value: unknown) => (typeof value === 'number' ? value : Date.parse(toText(value)))
      return number(end) >= number(start)
    },
  }
}
