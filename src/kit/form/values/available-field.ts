/**
 * Fields and choices that a form offers. A reference to a section that this console lacks cannot be filled, so neither it nor the choices
 * that require it are offered until the section exists.
 */
import { getConfig } from '#console/data/api/config.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { parseTarget } from '#contract/kit/section/options.ts'
import { isSectionName } from '#contract/sections/index.ts'

const exists = (to: string): boolean => isSectionName(parseTarget(to).section)
const isUnfillable = ({ to }: Field): boolean => to !== undefined && !exists(to)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a value is valid in the console's mode. */
export function fitsMode({ modes = {} }: Field, value: string | number): boolean {
  const mode = Object.hasOwn(modes, value) ? modes[value] : undefined
  return mode === undefined || mode === (getConfig().backOffice ? 'backOffice' : 'full')
}

/** Values of the choice `name` that require an unfillable reference, name a missing section, or belong to the other mode. */
function unusable(fields: Fields, name: string): ReadonlySet<unknown> {
  const demandedValues = Object.values(fields).flatMap((other) =>
    isUnfillable(other) && other.requiredWhen?.field === name ? (other.requiredWhen.is ?? []) : [],
  )
  const named = Object.entries(fields[name]?.sections ?? {}).flatMap(([value, section]) => (exists(section) ? [] : [value]))
  const field = fields[name]
  const foreign = field?.values?.filter((value) => !fitsMode(field, value)) ?? []
  return new Set<unknown>([...demandedValues, ...named, ...foreign])
}

/** Returns the field with its selectable values; the record's own stay. Null where nothing can be offered. */
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

/** Returns the fields with `required` removed from those that are not offered. */
export function requiredFields(fields: Fields, values: Readonly<Record<string, unknown>>): Fields {
  const entries = Object.entries(fields).map(([name, field]): [string, Field] => {
    if (availableField(fields, name, values[name])) return [name, field]
    const { requiredWhen: _, ...rest } = field
    return [name, { ...rest, required: false }]
  })
  return Object.fromEntries(entries)
}
