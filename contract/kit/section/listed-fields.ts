import type { Fields } from '../field/field.ts'
import type { Reply } from './call.ts'

/** The fields of a row of a list: what only the detail has is left out. */
export function listedFields({ fields, omit = [] }: Extract<Reply, { of: 'list' }>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !omit.includes(name)))
}
