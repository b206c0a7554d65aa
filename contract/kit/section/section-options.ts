/** What a section is defined with. */

import type { Condition } from '../field/condition.ts'
import type { Checked, Fields } from '../field/field.ts'
import type { Action, Permission, Resource } from '../field/permission.ts'
import type { RoutePath, SearchParam, SectionRoutes } from '../field/routes.ts'
import type { Rule } from '../field/rule.ts'
import type { CallAction, CallExample, Encoding, Method, RemovalFormat, Reply } from './call.ts'
import type { TargetOptions } from './options.ts'
import type { RecordField } from './record-fields.ts'
import type { ExportOptions, ImportOptions } from './sheet.ts'
import type { ChildOptions, Sorting, ViewOptions } from './view.ts'

/** The groups of the navigation in their order; a section's files stand in the folder of its group. */
export const navGroups = ['main', 'content', 'stock', 'product', 'promotion', 'member', 'sales', 'auth', 'settings', 'other'] as const
export type NavGroup = (typeof navGroups)[number]

/** A switch in a list's cell: which call turns it, and when it is there at all. */
export interface Switch<Name extends string = string> {
  /** 'put': a PUT of the full record with the opposite value. 'call': PUT `path` with id and the new value under `key`. 'get': GET `/{id}{path}`. */
  by: 'put' | 'call' | 'get'
  path?: string
  key?: string
  /** The switch is offered only for rows where this holds. */
  when?: Condition<Name>
}

/**
 * A call of a section beyond the regular ones. Host, back-office path and error handling are inherited; its words are
 * `<section>.call.<name>`.
 */
export interface SectionCall<Name extends string = string> {
  /** Method and path below the section's own; one that begins with another area's name (`/console/in/…`) is taken as it is. */
  route: `${Method} ${string}`
  /** Where the method does not say it: the base contract writes with GET in places. */
  kind?: 'query' | 'mutation'
  /** Fields of the section by name, or fields of its own. */
  body?: readonly Name[] | Fields
  query?: 'list' | Fields
  encoding?: Encoding
  /** Default `get` for a query, `update` for a mutation. */
  permission?: Permission | readonly Permission[]
  /** Default: records as the section's list has them where it is asked like one; the record of a path with `{id}`; else a message. */
  reply?: Reply
  /** Where the console offers it: beside a row and on its form, for chosen rows, or beside the list. Absent: nowhere by itself. */
  placement?: 'record' | 'selection' | 'list'
  /** It is offered only for records where this holds, and without `judges` refused for others. */
  when?: Condition<Name>
  /** Its handler says what it refuses, and why; `when` decides only where it is offered. */
  judges?: true
  /** What it makes of the record, shown while it waits. */
  optimistic?: Partial<Record<Name, unknown>>
  /** Asked before it is sent, in the words `<section>.call.<name>.ask`. */
  confirm?: boolean
  /** Default 'refuse': it needs the network. */
  offline?: 'queue' | 'refuse'
  /** What a person is told when it worked, where the base contract gives the words. */
  success?: string
  /** Failure is not shown. */
  silent?: boolean
  /** A query that is answered of a record in the trash, too. */
  inTrash?: true
  example?: CallExample
}

/** Where a section stands in the navigation, and with which picture (docs/product/access.md#navigation). */
export interface NavPlace {
  group: NavGroup
  /** Its name in the icon library. */
  icon: string
  /** Resources of which any one opens it, where that is not the section's own alone. */
  anyOf?: readonly Resource[]
  /** Where a new one begins, for a section without an add screen of the usual path. */
  add?: string
  /** Single key that opens its list. */
  shortcut?: string
  /** Its screen asks for its rows in its own order: the page does not ask for them before the console runs (public/boot.js). */
  asksItself?: true
  /** A further entry, `/<section>-<name>`, which leads to a new record that is begun so; its words are `nav.<name>` of the section. */
  begin?: { name: string; icon: string; search: string; shortcut?: string }
}

/** Fields that stand together in a form; `title` is the message `<section>.group.<title>`. */
export interface FieldGroup<Name extends string> {
  title?: string
  fields: readonly Name[]
}

/**
 * Paths below the section's own, or of another area. `one` has `{id}`, and `restore`, too; with another method before it, such as
 * 'POST /reactivate', the body has the id.
 */
export interface Trash<Name extends string = string> {
  list: string
  restore: string
  one?: string
  erase?: string
  /** When its list cannot be read, what was read of the section's own lists is forgotten as well, with their paging. */
  clearsLists?: true
  /** Its tab, at `/<section>/<at>/list`; default 'trash'. `backOffice: 'hidden'`: no tab in back-office mode. */
  view?: { at?: string; backOffice?: 'hidden'; columns?: readonly (Name | RecordField)[] }
}

export interface BackOfficeOptions {
  /** Where its calls are made instead. */
  path?: string
  /** Its screens are left out. */
  hidden?: boolean
  /** What a detail is asked for with, in the list grammar. */
  detail?: string
  /** Neither lists nor details are asked for: its screens begin empty. */
  skipsReads?: boolean
}

export interface Revisions {
  readonly keeps: Condition
  readonly leaves: readonly string[]
}

/** What the list of a section shows, and what it is asked for. */
export interface ListOptions<Name extends string> {
  /** Columns in order; a leading '-' starts hidden. */
  columns: readonly (Name | `-${Name}` | RecordField | `-${RecordField}`)[]
  search: readonly Name[]
  filters: readonly Name[]
  /** Date fields that can be filtered from-to. */
  dates?: readonly (Name | 'created_at' | 'updated_at')[]
  sort: Sorting<Name | RecordField>
  omitTotal?: boolean
  /** Choices that are changed in their cell, with the update permission. */
  inline?: readonly Name[]
  /** Fields that are changed in many selected records at once, each an update of its own. */
  bulkEdit?: readonly Name[]
  /** Fields too long for a list, such as the text of an article: the detail has them. */
  omit?: readonly Name[]
}

/** Records in a list, or a single one: its screen is the form, and it is neither added nor deleted. */
type Records<Name extends string> = { list: ListOptions<Name>; singleton?: never } | { singleton: { id: number }; list?: never }

interface CommonOptions<F extends Fields, Name extends string, Called extends string, Add extends string, Edit extends string> {
  /** Wire path of the list; the others are built on it. */
  path: string
  /** What a console in back-office mode does with it: no screens at all, or as told. */
  backOffice?: 'hidden' | BackOfficeOptions
  /** Only where auth is enabled; without it the list serves the options of others alone. */
  needsAuth?: boolean
  nav?: NavPlace
  permission: Resource
  /** Permissions that also open the list and detail, for those who only pick from it. */
  readableBy?: readonly Permission[]
  /** Fields that those get (with id and ref); the rest is left out. */
  readableFields?: readonly Name[] | 'all'
  fields: F & Checked<F>
  /** The field that names a record to a person. */
  title: Name
  /** As a target of references: where their options come from. Without it, a few at a time as somebody types. */
  options?: TargetOptions<Name>
  rules?: readonly Rule<Name | `${Name}.${string}`>[]
  /** The form's fields in groups; without it all of them stand in one, in their order. */
  groups?: readonly FieldGroup<Name>[]
  /** With `part`, a form whose values are one JSON text of that name, and whose files are parts of their own. */
  encoding?: 'json' | 'multipart' | { part: string }
  /** Several lists of one section, by name; default one. */
  views?: Readonly<Record<string, ViewOptions<Name>>>
  /** Lists of other sections that a record's form has as tabs. */
  children?: readonly ChildOptions[]
  remove?: RemovalFormat
  /**
   * 'list': there is no detail call; a record is found in the list (tag-manager). 'none': a record has no page of its own, so that
   * its address leads to the list (newsletter); its call is there all the same.
   */
  detail?: 'call' | 'list' | 'none'
  /** Routes beyond the usual ones, below /X. */
  routes?: SectionRoutes<RoutePath<Add, F>, RoutePath<Edit, F>>
  /**
   * Where the base contract writes a record elsewhere than at '' and '/{id}', below the section's path. A choice in braces stands for
   * each of its values, as a call of its own: '/{kind}', '/{kind}/{id}'.
   */
  paths?: { create?: `/{${Name}}`; update?: `/${string}{id}` }
  /** Search parameters of the add form beside its fields, each of which may stand there under its own name. */
  search?: Readonly<Record<string, SearchParam<Name>>>
  /** Actions that this section has; default create, get, update, delete. */
  actions?: readonly Action[]
  switches?: Partial<Record<Name, Switch<Name>>>
  /** Calls beyond the regular ones, by their name; the API has a handler for each. */
  calls?: Readonly<Record<Called, SectionCall<Name>>>
  /**
   * Rows have an order of their own, dense from 1 and each group of equal `within` by itself. It is changed by PUT {path} {from,to}.
   */
  order?: { field: Name; path: string; within?: Name }
  /** Deleted records can be restored, and with `erase` deleted for good: paths below `path`. */
  trash?: Trash<Name>
  /** A record may be the beginning of a new one. */
  duplicate?: boolean
  /** Where the history of a record is read, below `path`; default `/{id}/history`. False: nothing is done to its records. */
  audit?: { path: string } | false
  /** Whole versions of a record are kept as it was saved: the newest, and every one of which `keeps` holds. Saving one again leaves some fields as they are. */
  revisions?: Revisions
  /** The list as a file. */
  export?: ExportOptions
  /** Files into its records. */
  import?: ImportOptions
  /** Writes of users, roles and everything with a secret need the network. */
  offline?: 'queue' | 'refuse'
  /** Words for a successful delete. */
  removed?: string
  /** What of the examples of its calls cannot be derived; an update's values are those of a create, too. */
  examples?: Partial<Record<CallAction | `${'create' | 'update'}.${string}`, CallExample>>
}

export type SectionOptions<
  F extends Fields,
  Name extends string,
  Called extends string = never,
  Add extends string = string,
  Edit extends string = string,
> = CommonOptions<F, Name, Called, Add, Edit> & Records<Name>
