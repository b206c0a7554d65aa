/**
 * What a form offers of a section's fields. A reference to a section that this console does not have yet can be filled by
 * nobody, so neither it nor the choices that ask for it are offered; they appear by themselves once the section is there.
 */
import { getConfig } from '#console/data/api/config.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { parseTarget } from '#contract/kit/section/options.ts'
import { isSectionName } from '#contract/sections/index.ts'

const exists = (to: string): boolean => isSectionName(parseTarget(to).section)
const isUnfillable = ({ to }: Field): boolean => to !== undefined && !exists(to)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a value belongs to the mode that the console runs in. */
export function fitsMode({ modes = {} }: Field, value: string | number): boolean {
  const mode = Object.hasOwn(modes, value) ? modes[value] : undefined
  return mode === undefined || mode === (getConfig().backOffice ? 'backOffice' : 'full')
}

/** Values of the choice `name` that ask for a reference which nobody can fill, stand for a missing section, or are of the other mode. */
function unusable(fields: Fields, name: string): ReadonlySet<unknown> {
  const demandedValues = Object.values(fields).flatMap((other) =>
    isUnfillable(other) && other.requiredWhen?.field === name ? (other.requiredWhen.is ?? []) : [],
  )
  const named = Object.entries(fields[name]?.sections ?? {}).flatMap(([value, section]) => (exists(section) ? [] : [value]))
  const field = fields[name]
  const foreign = field?.values?.filter((value) => !fitsMode(field, value)) ?? []
  return new Set<unknown>([...demandedValues, ...named, ...foreign])
}

/** The field with the values that can be chosen; what the record holds already stays. Null where there is nothing to offer. */
export function availableField(fields: Fields, name: string, current: unknown): Field | null {
  const field = fields[name]
  if (!field) return null
  if (isUnfillable(field)) return isEmpty(current) ? null : field
  if (!field.values) return field
  const without = unusable(fields, name)
  if (without.size === 0) return field
  const values = field.values.filter((value) => value === current || !without.has(value))
  return values.length ? { ...field, values } : null
}

/** The fields as a form demands them: nothing that is not offered is required. */
export function requiredFields(fields: Fields, values: Readonly<Record<string, unknown>>): Fields {
  const entries = Object.entries(fields).map(([name, field]): [string, Field] => {
    if (availableField(fields, name, values[name])) return [name, field]
    const { requiredWhen: _, ...rest } = field
    return [name, { ...rest, required: false }]
  })
  return Object.fromEntries(entries)
}
