/** Columns of a section's import file: guessed from the header, and errors of a mapping. */
import type { Field, Fields } from '../kit/field/field.ts'
import { isFile } from '../kit/field/kind.ts'
import type { Section } from '../kit/section/section.ts'
import { headerOf } from '../kit/section/sheet-header.ts'
import { type ColumnTarget, headerKey, isNamePart, nameParts, targetOf } from './columns.ts'

/** Field of each column in order; null for a skipped column. */
export type ColumnMapping = readonly (string | null)[]

const isTarget = ({ kind, readOnly }: Field) => !readOnly && !['secret', 'object', 'rows'].includes(kind) && !isFile(kind)

/** Whether each row must have it. */
const isNeeded = ({ required, requiredWhen, shownWhen, initial }: Field) =>
  required === true && !requiredWhen && !shownWhen && initial === undefined

/** Fields that a cell can hold, by name. */
export function importFields({ fields, import: options }: Pick<Section, 'fields' | 'import'>): Fields {
  if (options?.fields) return { ...options.fields, ...options.wide?.columns }
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isTarget(field)))
}

type Importing = Pick<Section, 'fields' | 'import'>

/** Whether the records are people: files of them come from address books and other products, in their words. */
const isOfPeople = (fields: Fields): boolean => fields.phone?.kind === 'phone' && fields.name !== undefined

/** What a column may hold: a field, or in a file of people a part of a name. */
export const columnNames = (section: Importing): readonly string[] => {
  const fields = importFields(section)
  return [...Object.keys(fields), ...(isOfPeople(fields) ? nameParts : [])]
}

/** Whether several columns may hold it: the first usable one counts. */
const isRepeatable = (field: Field | undefined) => field?.kind === 'phone' || field?.kind === 'email'

/** Whether one of these columns is wide. */
export const hasWide = (section: Pick<Section, 'import'>, names: readonly (string | null)[]): boolean =>
  names.some((name) => name !== null && Object.hasOwn(section.import?.wide?.columns ?? {}, name))

/** Further names of columns, by field, beside its name and export header. */
export type ColumnWords = Readonly<Record<string, readonly string[]>>

/**
 * Guesses a mapping; each field once, leftmost column first. Export headers take precedence over `words`, earlier words over later ones.
 */
export function guessColumns(header: readonly string[], section: Importing, ...words: readonly ColumnWords[]): ColumnMapping {
  const fields = importFields(section)
  const own = guessAmong(Object.entries(fields), section.fields, header, words)
  const all = isOfPeople(fields) ? guessPeople(fields, header, own) : own
  const replaced = section.import?.wide?.replaces ?? []
  // An export's own column 'Product' lists all products of a member: alone it names none.
  const isAlone = hasWide(section, all) && replaced.some((name) => fields[name] && isNeeded(fields[name]) && !all.includes(name))
  return isAlone ? all.map((name) => (name !== null && replaced.includes(name) ? null : name)) : all
}

function guessAmong(
  fields: readonly [string, Field][],
  own: Fields,
  header: readonly string[],
  words: readonly ColumnWords[],
): (string | null)[] {
  const exported = Object.fromEntries(fields.map(([name, field]) => [name, [headerOf(name, field), name, ...(own[name]?.aliases ?? [])]]))
  const keys = header.map(headerKey)
  const mapping = header.map((): string | null => null)
  for (const names of [exported, ...words]) {
    const fieldOf = new Map(fields.toReversed().flatMap(([name]) => (names[name] ?? []).map((text) => [headerKey(text), name] as const)))
    for (const [at, key] of keys.entries()) {
      const name = fieldOf.get(key)
      if (key !== '' && name && mapping[at] === null && !mapping.includes(name) && keys.indexOf(key) === at) mapping[at] = name
    }
  }
  return mapping
}

/** Fields of people, by what a column of another product holds. */
const fieldsOfTarget: Partial<Record<ColumnTarget, readonly string[]>> = {
  ...{ name: ['name'], phone: ['phone'], email: ['email'], city: ['city'], tags: ['tags'] },
  ...{ notes: ['notes'], sales: ['sales', 'sales_id'] },
}

/** Completes a guess by the headers of other products. */
function guessPeople(fields: Fields, header: readonly string[], own: readonly (string | null)[]): (string | null)[] {
  const mapping = [...own]
  for (const [at, text] of header.entries()) {
    const target = mapping[at] === null ? targetOf(text) : null
    const name = target && (isNamePart(target) ? target : fieldsOfTarget[target]?.find((each) => Object.hasOwn(fields, each)))
    if (name && (isRepeatable(fields[name]) || !mapping.includes(name))) mapping[at] = name
  }
  return mapping
}

export interface ColumnProblem {
  code: 'missing' | 'twice'
  field: string
}

/** Returns why rows cannot be read with this mapping, if so. Fields with an initial value are optional. */
export function columnProblems(mapping: ColumnMapping, section: Importing): ColumnProblem[] {
  const times = (name: string) => mapping.filter((each) => each === name).length
  const fields = importFields(section)
  const replaced = hasWide(section, mapping) ? (section.import?.wide?.replaces ?? []) : []
  const needed = Object.entries(fields).filter(
    ([name, field]) => name === section.import?.key || (isNeeded(field) && !replaced.includes(name)),
  )
  const isJoined = (name: string) => name === 'name' && mapping.some((each) => each === 'first_name' || each === 'last_name')
  return [
    ...needed.filter(([name]) => times(name) === 0 && !isJoined(name)).map(([field]) => ({ code: 'missing', field }) as const),
    ...columnNames(section)
      .filter((name) => times(name) > 1 && !isRepeatable(fields[name]))
      .map((field) => ({ code: 'twice', field }) as const),
  ]
}

/** Returns the problem in English for other clients. */
export function columnWords({ code, field }: ColumnProblem, section: Importing): string {
  const known = importFields(section)[field]
  const header = known ? headerOf(field, known) : field
  return code === 'missing' ? `No column holds '${header}'.` : `Two columns hold '${header}'.`
}
