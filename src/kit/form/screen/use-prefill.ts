import { useEffect, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { namedOptions, type Option, seenOptions, targetOptions } from '#console/data/query/option-queries.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { unassigned } from '#contract/choices/options.ts'
import type { Field } from '#contract/kit/field/field.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { pendingOptions } from '../../actions/reference-options.ts'
import type { FormSearch } from '../../list/query/search.ts'
import { givenOf, readPrefill } from '../values/prefill.ts'
import type { FormValues } from '../values/tools.ts'

const isReference = (field: Field | undefined): field is Field => field?.kind === 'reference' || field?.kind === 'references'
const isNamed = ({ id, ref }: Option, key: string) => ref === key || (id > 0 && String(id) === key)

/** Returns which of these records exist: found on the device, else by the server. By number, as a picker names them, else by ref. */
async function found({ to = '', unassigned: mayBeNobody }: Field, values: readonly unknown[]): Promise<(number | string)[]> {
  const target = await queryClient.fetchQuery(targetOptions(to))
  if (!target) return []
  const here = [...pendingOptions(target.section, to, [], outboxStore.get().rows), ...seenOptions(target.section, to)]
  const keys = values.map(String)
  const isNobody = (key: string) => mayBeNobody === true && key === String(unassigned)
  const unknown = keys.filter((key) => !isNobody(key) && !here.some((option) => isNamed(option, key)))
  const ask = { ...namedOptions(to, unknown), networkMode: 'always', retry: false } as const
  const named = unknown.length ? await queryClient.fetchQuery(ask).catch(() => []) : []
  return keys.flatMap((key) => {
    if (isNobody(key)) return [unassigned]
    const option = [...here, ...named].find((each) => isNamed(each, key))
    return option ? [option.id || option.ref] : []
  })
}

/** Drops references to records that do not exist. */
export async function existing({ fields }: Pick<Section, 'fields'>, values: FormValues): Promise<FormValues> {
  const entries = Object.entries(values).map(async ([name, value]): Promise<[string, unknown][]> => {
    const field = fields[name]
    if (!isReference(field)) return [[name, value]]
    const there = await found(field, [value].flat())
    return there.length ? [[name, field.kind === 'reference' ? there[0] : there]] : []
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** Initial values from the form's URL; null while a record that it names is being looked up. */
export function usePrefill(section: Section, search: FormSearch, isNew: boolean): FormValues | null {
  const access = useAccess()
  const [read] = useState(() => readPrefill(section, givenOf(section, search, isNew), access))
  const [values, setValues] = useState(() => (Object.keys(read).some((name) => isReference(section.fields[name])) ? null : read))
  useEffect(() => {
    let isOver = false
    if (values === null) void existing(section, read).then((known) => isOver || setValues(known))
    return () => {
      isOver = true
    }
  }, [section, read, values])
  return values
}
