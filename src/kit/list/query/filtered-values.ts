import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { FormSearch } from './search.ts'

/**
 * Initial values of a new record from a list filtered by one value of a choice or reference, such as one model. Fields with a default keep
 * it: a list of rejected records adds no rejected ones.
 */
export function getFilteredValues({ fields }: Pick<Section, 'fields'>, { filters }: Pick<ListQuery, 'filters'>): FormSearch {
  return Object.fromEntries(
    filters.flatMap(({ field, values }) => {
      const { kind, readOnly, initial } = fields[field] ?? {}
      const isNamed = kind === 'choice' || kind === 'reference'
      return isNamed && !readOnly && initial === undefined && values.length === 1 ? [[field, values[0]]] : []
    }),
  )
}
