/** Reads the sibling fields of a reference's query; drops values that no longer match on changes. */

import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { connectionStore } from '#console/data/api/connection.ts'
import { namedOptions, type Option, optionsOptions } from '#console/data/query/option-queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Filter } from '#contract/kit/field/list-query.ts'
import { filtersBeside, filtersText, siblingsOf, targetBeside } from '#contract/kit/section/options.ts'
import type { FormValues, InputProps } from '../values/tools.ts'

export interface Siblings {
  /** Target section; empty while the value that names it is missing. */
  to: string
  /** Null while one of the values is missing. */
  filters: readonly Filter[] | null
  /** First field that must be filled in before. */
  missing: string | null
}

/** Returns the path in front of a field's own name, with its dot; empty for one of the record itself. */
export const parentPathOf = (name: string): string => name.slice(0, name.lastIndexOf('.') + 1)

/** Resolves a reference's target and filters from the sibling values. */
export function useSiblings(name: string, { query, to: target, sections }: Field): Siblings {
  const { control } = useFormContext<FormValues>()
  const within = parentPathOf(name)
  const names = [...siblingsOf(target), ...siblingsOf(query)]
  const values = useWatch({ control, name: names.map((one) => within + one) })
  const record = Object.fromEntries(names.map((one, at) => [one, values[at]]))
  const to = targetBeside({ ...(target !== undefined && { to: target }), ...(sections && { sections }) }, record)
  const filters = to === '' && target ? null : filtersBeside(query, record)
  return { to, filters, missing: filters ? null : (names.find((one) => !filtersBeside(`${one}:{${one}}`, record)) ?? null) }
}

/** Returns the values that the query still offers: from the server; offline, from earlier results of the same query. */
async function fitting<V extends number | string>(to: string, filters: readonly Filter[], values: readonly V[]): Promise<V[]> {
  const isOnline = connectionStore.get() === 'online'
  const options: readonly Option[] = isOnline
    ? await queryClient.fetchQuery(namedOptions(to, values.map(String), filters))
    : (queryClient.getQueryData(optionsOptions(to, filters).queryKey) ?? [])
  return values.filter((value) => options.some(({ id, ref }) => ref === value || id === value))
}

/** Removes values that no longer match after a sibling field changed. */
export function useFitting<V extends number | string>(
  { name, field }: InputProps,
  values: readonly V[],
  keep: (values: V[]) => void,
): void {
  const { to, filters } = useSiblings(name, field)
  const text = filters ? `${to} ${filtersText(filters)}` : null
  const latest = useRef({ values, to, filters, keep, text })
  const before = useRef(text)
  useEffect(() => {
    latest.current = { values, to, filters, keep, text }
  })
  useEffect(() => {
    if (before.current === text) return
    before.current = text
    const asked = latest.current
    if (!asked.values.length) return
    // The same id elsewhere is another record.
    if (!asked.filters || siblingsOf(field.to).length) return asked.keep([])
    void fitting(asked.to, asked.filters, asked.values)
      .then((left) => {
        // The value or the sibling field may have changed meanwhile.
        const now = latest.current
        const isSame = now.text === text && toText(now.values) === toText(asked.values)
        if (isSame && left.length < asked.values.length) now.keep(left)
      })
      .catch(() => undefined)
  }, [text, field.to])
}
