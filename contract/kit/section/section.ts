/** A section: a regular area of the console as plain data; engines on both sides read it. */

import type { Field, Fields, InputOf, RowOf } from '../field/field.ts'
import type { Action, Permission, Resource } from '../field/permission.ts'
import { removedMessage } from '../field/removal.ts'
import type { SearchParam, SectionRoutes } from '../field/routes.ts'
import type { Rule } from '../field/rule.ts'
import type { CallAction, CallExample, RemovalFormat } from './call.ts'
import type { TargetOptions } from './options.ts'
import { recordFields } from './record-fields.ts'
import type { BackOfficeOptions, FieldGroup, NavPlace, Revisions, SectionCall, SectionOptions, Switch, Trash } from './section-options.ts'
import type { ExportOptions, ImportOptions } from './sheet.ts'
import type { ChildOptions, ViewOptions } from './view.ts'

/** A section without its types, as engines see it. */
export interface Section<F extends Fields = Fields, Called extends string = string> {
  readonly name: string
  readonly path: string
  readonly backOffice?: 'hidden' | Readonly<BackOfficeOptions>
  readonly needsAuth: boolean
  readonly nav?: NavPlace
  readonly permission: Resource
  readonly readableBy: readonly Permission[]
  readonly readableFields: readonly string[]
  readonly fields: F
  readonly title: string
  readonly options: TargetOptions
  readonly rules: readonly Rule[]
  readonly groups: readonly FieldGroup<string>[]
  readonly encoding: 'json' | 'multipart'
  readonly part?: string
  readonly list: {
    readonly columns: readonly string[]
    readonly search: readonly string[]
    readonly filters: readonly string[]
    readonly dates: readonly string[]
    readonly sort: string
    readonly omitTotal: boolean
    readonly inline: readonly string[]
    readonly bulkEdit: readonly string[]
    readonly omit: readonly string[]
  }
  readonly views: Readonly<Record<string, ViewOptions<string>>>
  readonly children: readonly ChildOptions[]
  readonly remove: RemovalFormat
  readonly detail: 'call' | 'list' | 'none'
  /** The only record, for a section without a list. */
  readonly singleton?: { readonly id: number }
  readonly routes: SectionRoutes
  readonly paths: { readonly create?: string; readonly update?: string }
  readonly search: Readonly<Record<string, SearchParam>>
  readonly actions: readonly Action[]
  readonly switches: Readonly<Record<string, Switch>>
  readonly calls: { readonly [N in Called]: SectionCall }
  readonly order?: { readonly field: string; readonly path: string; readonly within?: string }
  readonly trash?: Trash
  readonly duplicate: boolean
  readonly audit: { readonly path: string } | false
  readonly revisions?: Revisions
  readonly export?: ExportOptions
  readonly import?: ImportOptions
  readonly offline: 'queue' | 'refuse'
  readonly removed: string
  readonly examples: Partial<Record<CallAction | `${'create' | 'update'}.${string}`, CallExample>>
}

export type Row<S extends Section> = RowOf<S['fields'] & typeof recordFields>
export type Input<S extends Section> = InputOf<S['fields']>
/** Row of a section that the compiler does not know. */
export type AnyRow = RowOf<typeof recordFields> & Record<string, unknown>

/** Returns the fields with ids of their words, also nested. */
function named(fields: Fields, prefix: string): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const of = `${prefix}.${name}`
      return [name, { ...field, of, ...(field.fields && { fields: named(field.fields, of) }) }]
    }),
  )
}

function namedImport({ fields = {}, wide, ...rest }: ImportOptions, prefix: string): ImportOptions {
  return { ...rest, fields: named(fields, prefix), ...(wide && { wide: { ...wide, columns: named(wide.columns, prefix) } }) }
}

const noList = { columns: [], search: [], filters: [], dates: [], sort: 'id asc' } as const

export function section<
  const F extends Fields,
  Called extends string = never,
  const Add extends string = never,
  const Edit extends string = never,
>(name: string, options: SectionOptions<F, keyof F & string, Called, Add, Edit>): Section<F, Called>
export function section(name: string, options: SectionOptions<Fields, string, string>): Section {
  const { list = noList, readableFields = [], encoding = 'json', switches = {}, ...rest } = options
  return {
    needsAuth: false,
    readableBy: [],
    groups: [{ fields: Object.keys(options.fields) }],
    readableFields: readableFields === 'all' ? Object.keys({ ...recordFields, ...options.fields }) : readableFields,
    rules: [],
    options: {},
    ...(typeof encoding === 'string' ? { encoding } : { encoding: 'multipart', part: encoding.part }),
    views: { all: {} },
    children: [],
    remove: { by: 'ids' },
    detail: 'call',
    actions: options.singleton ? ['get', 'update'] : ['create', 'get', 'update', 'delete'],
    routes: {},
    paths: {},
    search: {},
    duplicate: false,
    calls: {},
    audit: { path: '/{id}/history' },
    offline: 'queue',
    removed: removedMessage,
    examples: {},
    ...rest,
    // Of any names, each has its switch.
    switches: switches as Record<string, Switch>,
    fields: named(options.fields, name),
    ...(options.import?.fields && { import: namedImport(options.import, name) }),
    name,
    list: {
      dates: ['created_at'],
      omitTotal: false,
      inline: [],
      bulkEdit: [],
      omit: [],
      ...list,
    },
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

/** Returns the names of columns, without the mark of hidden ones. */
export function columnNames(definition: Section): { name: string; hidden: boolean }[] {
  return definition.list.columns.map((column) => ({ name: column.replace(/^-/, ''), hidden: column.startsWith('-') }))
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
