import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { FormSearch } from './search.ts'

/**
 * What a new record begins with where its list is narrowed to one value of a choice or reference, such as one model. A field that
 * begins with a value of its own keeps that: whoever looks at what was rejected does not add rejected ones.
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
