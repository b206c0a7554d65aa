import type { Field } from '../field/field.ts'

/** Returns a column's header: 'Bank branch' of bank_branch, 'Campaign' of campaign_id. An import recognises it. */
export function headerOf(name: string, field: Pick<Field, 'kind'>): string {
  const words = (field.kind === 'reference' ? name.replace(/_id$/, '') : name).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
