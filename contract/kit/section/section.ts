/** A section: a regular area of the console as plain data; engines on both sides read it. */

import type { Field, Fields, InputOf, RowOf } from '../field/field.ts'
import { removedMessage } from '../field/removal.ts'
import { recordFields } from './record-fields.ts'
import type { CommonOptions, ListOptions, SectionCall, SectionKind, SectionOptions, Switch, WireQuirks } from './section-options.ts'
import type { ImportOptions } from './sheet.ts'

type Given = CommonOptions<Fields, string, string, string, string, SectionKind>

/** What a section has that does not say otherwise. */
const defaults = {
  needsAuth: false,
  readableBy: [],
  rules: [],
  options: {},
  views: { all: {} },
  children: [],
  hasPage: true,
  routes: {},
  search: {},
  duplicate: false,
  calls: {},
  audit: true,
  offline: 'queue',
  encoding: 'json',
} as const satisfies Partial<Given>

const wireDefaults = {
  paths: {},
  detail: 'call',
  removal: { by: 'ids' },
  removed: removedMessage,
  omitTotal: false,
} as const satisfies WireQuirks

/** Options that `section()` turns into another type. */
type Turned = 'kind' | 'fields' | 'title' | 'readableFields' | 'calls' | 'switches' | 'wire'
/** Options with a value in every section. */
type Filled = Exclude<keyof typeof defaults, Turned> | 'groups' | 'actions'

/** A section without its types, as engines see it: its options, with what it does not say. */
export interface Section<F extends Fields = Fields, Called extends string = string, Kind extends SectionKind = SectionKind>
  extends Readonly<Omit<Given, Filled | Turned>>,
    Readonly<Required<Pick<Given, Filled>>> {
  readonly name: string
  readonly kind: Kind
  readonly fields: F
  readonly title: string
  readonly readableFields: readonly string[]
  readonly list: Readonly<Required<ListOptions<string>>>
  readonly calls: { readonly [N in Called]: SectionCall }
  readonly switches: Readonly<Record<string, Switch>>
  readonly wire: Readonly<WireQuirks & Required<Pick<WireQuirks, keyof typeof wireDefaults>>>
}

export type Row<S extends Section> = RowOf<S['fields'] & typeof recordFields>
export type Input<S extends Section> = InputOf<S['fields']>
/** Row of a section that the compiler does not know. */
export type AnyRow = RowOf<typeof recordFields> & Record<string, unknown>

/** Returns the fields with ids of their words, also nested, and with their marks on the wire. */
function named(fields: Fields, prefix: string, { commas, emptyDate }: WireQuirks = {}): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const of = `${prefix}.${name}`
      const mark = emptyDate?.[name]
      const marks = { ...(commas?.includes(name) && { commas: true }), ...(mark && { emptyDate: mark }) }
      return [name, { ...field, of, ...marks, ...(field.fields && { fields: named(field.fields, of) }) }]
    }),
  )
}

function namedImport({ fields = {}, wide, ...rest }: ImportOptions, prefix: string): ImportOptions {
  return { ...rest, fields: named(fields, prefix), ...(wide && { wide: { ...wide, columns: named(wide.columns, prefix) } }) }
}

const noList: ListOptions<string> = { columns: [], search: [], filters: [], dates: [], sort: 'id asc' }

export function section<
  const F extends Fields,
  Called extends string = never,
  const Add extends string = never,
  const Edit extends string = never,
  const Kind extends SectionKind = 'records',
>(name: string, options: SectionOptions<F, keyof F & string, Called, Add, Edit, Kind>): Section<F, Called, Kind>
export function section(name: string, options: SectionOptions<Fields, string, string>): Section {
  const { kind = 'records', list = noList, readableFields = [], switches = {}, wire = {}, ...rest } = options
  return {
    ...defaults,
    groups: [{ fields: Object.keys(options.fields) }],
    actions: kind === 'setting' ? ['get', 'update'] : ['create', 'get', 'update', 'delete'],
    ...rest,
    readableFields: readableFields === 'all' ? Object.keys({ ...recordFields, ...options.fields }) : readableFields,
    // Of any names, each has its switch.
    switches: switches as Record<string, Switch>,
    fields: named(options.fields, name, wire),
    ...(options.import?.fields && { import: namedImport(options.import, name) }),
    name,
    kind,
    list: { dates: ['created_at'], inline: [], bulkEdit: [], omit: [], ...list },
    wire: { ...wireDefaults, ...wire },
  }
}

/** Returns a field of a section or of every record by name. */
export function fieldOf(definition: Section, name: string): Field | undefined {
  // Names come from the wire: 'constructor' is no field.
  const fields = rowFields(definition)
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const madeRowFields = new WeakMap<Section, Fields>()

/** Every field of a row, cached by section. */
export function rowFields(definition: Section): Fields {
  const made = madeRowFields.get(definition) ?? { ...named(recordFields, definition.name), ...definition.fields }
  madeRowFields.set(definition, made)
  return made
}

/** Returns the names of columns, without the marks of those that start hidden, always or where there is little room. */
export function columnNames(definition: Section): { name: string; hidden: boolean; isSpare: boolean }[] {
  return definition.list.columns.map((column) => ({
    name: column.replace(/^[-~]/, ''),
    hidden: column.startsWith('-'),
    isSpare: column.startsWith('~'),
  }))
}

/** Whether a list sorts by it: own single values, and those of every record. */
export function isSortable(definition: Section, name: string): boolean {
  const field = fieldOf(definition, name)
  return (
    field !== undefined &&
    !['secret', 'object', 'rows', 'choices', 'tags', 'references', 'image', 'file', 'video', 'files', 'richText'].includes(field.kind)
  )
}

/** Initial values of a form. */
export function initialInput(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.initial === undefined || field.readOnly ? [] : [[name, field.initial]])),
  )
}
