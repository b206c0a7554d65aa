import type { Fields } from '../field/field.ts'
import type { Reply } from './call.ts'

/** Returns the fields of a list's rows: without those of the detail. */
export function listedFields({ fields, omit = [] }: Extract<Reply, { of: 'list' }>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !omit.includes(name)))
}
