/** Options of `section()`. */

import type { Condition } from '../field/condition.ts'
import type { Checked, Fields } from '../field/field.ts'
import type { Action, Permission, Resource } from '../field/permission.ts'
import type { RoutePath, SearchParam, SectionRoutes } from '../field/routes.ts'
import type { Rule } from '../field/rule.ts'
import type { Encoding, Method, RemovalFormat, Reply } from './call.ts'
import type { CallRule, CallWindowForm } from './call-rule.ts'
import type { TargetOptions } from './options.ts'
import type { RecordField } from './record-fields.ts'
import type { AnyRow } from './section.ts'
import type { ExportOptions, ImportOptions } from './sheet.ts'
import type { ChildOptions, Sorting, ViewOptions } from './view.ts'

/** Groups of the navigation, in order; a section's file is in the folder of its group. */
export const navGroups = ['main', 'content', 'stock', 'product', 'promotion', 'member', 'sales', 'auth', 'settings', 'other'] as const
export type NavGroup = (typeof navGroups)[number]

/**
 * What a section has beside what is derived from it. 'records': nothing. 'setting': its only record, number 1, whose form is its screen.
 * 'board': lists and an import of its own, at routes of their own. 'chats': a screen that requests its own rows. 'inbox': the same at a
 * route of its own, with calls written by hand.
 */
export type SectionKind = 'records' | 'setting' | 'board' | 'chats' | 'inbox'

/** Id of the only record of a setting. */
export const settingId = 1

/** A switch in a cell of a list: its call, and when it is offered. */
export interface Switch<Name extends string = string> {
  /** 'put': PUT of the full record with the opposite value. 'call': PUT `path` with id and the new value under `key`. 'get': GET `/{id}{path}`. */
  by: 'put' | 'call' | 'get'
  path?: string
  key?: string
  /** Rows for which it is offered. */
  when?: Condition<Name>
}

/** A further call of a section. It inherits host, back-office path and error handling; its words are `<section>.call.<name>`. */
export interface SectionCall<Name extends string = string> {
  /** Method and path below the section's own; a path that starts with another area (`/console/in/…`) is absolute. */
  route: `${Method} ${string}`
  /** Needed where the method is misleading: the base contract has writes with GET. */
  kind?: 'query' | 'mutation'
  /** Names of the section's fields, or own fields. */
  body?: readonly Name[] | Fields
  query?: 'list' | Fields
  /** Parameters beside the list grammar. */
  listQuery?: Fields
  encoding?: Encoding
  /** Default `get` for a query, `update` for a mutation. */
  permission?: Permission | readonly Permission[]
  /** Default: rows of the section's list for a list query; the record for a path with `{id}`; else a message. */
  reply?: Reply
  /** Place in the console: beside a row and on its form, or for selected rows. Absent: none. */
  placement?: 'record' | 'selection'
  /** Records for which it is offered; others are refused unless `judges`. */
  when?: Condition<Name>
  /** The handler decides on refusals; `when` only on where it is offered. */
  judges?: true
  /** Rules of its body beside the record, applied by device and API alike. */
  rules?: readonly CallRule[]
  /** What its window asks of one record, where that depends on the record. */
  window?: CallWindowForm
  /** Optimistic values of the record while it waits. */
  optimistic?: Partial<Record<Name, unknown>>
  /** Asks for confirmation with the words `<section>.call.<name>.ask`; without a placement the screen that runs it asks. */
  confirm?: boolean
  /** What takes it back: a call of the section, `<section>.remove`, or the call itself with another value. One without it asks first. */
  undoneBy?: string
  /** Default 'refuse': needs the network. */
  offline?: 'queue' | 'refuse'
  /** Success message, and that of an incomplete body, where the base contract fixes them. */
  success?: string
  incomplete?: string
  /** Failure is not shown. */
  silent?: boolean
  /** A query that also answers for a trashed record. */
  inTrash?: true
}

/** Entry of a section in the navigation (docs/product/access.md#navigation). */
export interface NavPlace {
  group: NavGroup
  /** Name in the icon library. */
  icon: string
  /** Resources of which one opens it, if not the section's own. */
  anyOf?: readonly Resource[]
  /** Path of a new record, for a section without the usual add screen. */
  add?: string
  /** Key that opens its list. */
  shortcut?: string
}

/** Returns the values in which a copy of the record differs; null for empty ones. */
export type Duplicating = (record: AnyRow, now: Date) => Readonly<Record<string, unknown>>

/** A group of a form's fields; `title` is the message `<section>.group.<title>`. */
export interface FieldGroup<Name extends string> {
  title?: string
  fields: readonly Name[]
  /** Beside the content from 1200 px, such as status and dates; last in the order of the groups. */
  side?: true
}

/**
 * Paths below the section's own, or of another area. `one` and `restore` have `{id}`; with a method before it, such as 'POST /reactivate',
 * the id is in the body.
 */
export interface Trash<Name extends string = string> {
  list: string
  restore: string
  one?: string
  erase?: string
  /** Days in which a record can be restored; absent: without limit. */
  restorableDays?: number
  /** Its tab, at `/<section>/<at>/list`; default 'trash'. `backOffice: 'hidden'`: no tab in back-office mode. */
  view?: { at?: string; backOffice?: 'hidden'; columns?: readonly (Name | RecordField)[] }
}

export interface BackOfficeOptions {
  /** Where its calls are made instead. */
  path?: string
  /** Its screens are left out. */
  hidden?: boolean
  /** Lists, counts, choices and details are of records with these values alone; choices of other values are not offered there (`modes`). */
  only?: Readonly<Record<string, string>>
  /** Neither lists nor details are asked for: its screens begin empty. */
  skipsReads?: boolean
}

export interface Revisions {
  readonly keeps: Condition
  readonly leaves: readonly string[]
}

/** Columns and queries of a section's list. */
export interface ListOptions<Name extends string> {
  /** Columns in order; a leading '-' starts hidden, a '~' where a table has little room. */
  columns: readonly `${'' | '-' | '~'}${Name | RecordField}`[]
  search: readonly Name[]
  filters: readonly Name[]
  /** Date fields with a from-to filter. */
  dates?: readonly (Name | 'created_at' | 'updated_at')[]
  sort: Sorting<Name | RecordField>
  /** Choices edited in their cell, with the update permission. */
  inline?: readonly Name[]
  /** Fields edited on many selected records at once, each as an update. */
  bulkEdit?: readonly Name[]
  /** Long fields that only the detail has, such as the text of an article. */
  omit?: readonly Name[]
}

/** Where the base contract differs from what sections have otherwise, for no feature: other clients rely on it. */
export interface WireQuirks<Name extends string = string> {
  /**
   * Below the section's path, if not '' and '/{id}', and '/{id}/history'. A choice in braces makes one call for each of its values: '/{kind}',
   * '/{kind}/{id}'.
   */
  paths?: { create?: `/{${Name}}`; update?: `/${string}{id}`; history?: string }
  /** 'list': there is no detail call, a record is found in the list. */
  detail?: 'call' | 'list'
  /** Choices that a form sends as one comma-separated text; both forms are decoded. */
  commas?: readonly Name[]
  /** Dates and times: the text for 'no date'. */
  emptyDate?: Readonly<Partial<Record<Name, string>>>
  /** Records of a delete; default by ids. */
  removal?: RemovalFormat
  /** Message after a delete. */
  removed?: string
  /** Forms: all values as one JSON text of this name, and files as separate parts. */
  part?: string
  /** Further values of a body, which are no fields of the record: rules of the section put them in their place (`placeBeside`). */
  beside?: Fields
  /** Lists do not count their records. */
  omitTotal?: boolean
  /** A failed read of the trash also clears cached lists of the section, with their paging. */
  clearsLists?: true
}

/** Records in a list, or the only one: its screen is the form, without add and delete. */
type Records<Name extends string> = { kind?: Exclude<SectionKind, 'setting'>; list: ListOptions<Name> } | { kind: 'setting'; list?: never }

/** What every section says; `Section` is derived from it (section.ts). */
export interface CommonOptions<
  F extends Fields,
  Name extends string,
  Called extends string,
  Add extends string,
  Edit extends string,
  Kind extends SectionKind,
> {
  /** Default 'records'. */
  kind?: Kind
  /** Wire path of the list; base of the others. */
  path: string
  /** Back-office mode of a console: no screens at all, or as given. */
  backOffice?: 'hidden' | BackOfficeOptions
  /** Only where auth is enabled; without it the list serves the options of others alone. */
  needsAuth?: boolean
  nav?: NavPlace
  permission: Resource
  /** Permissions that also open list and detail, for choosing from it. */
  readableBy?: readonly Permission[]
  /** Fields for those permissions (with id and ref), no others. */
  readableFields?: readonly Name[] | 'all'
  fields: F & Checked<F>
  /** The field that names a record to a person. */
  title: Name
  /** Options of references to it. Without it: a few at a time, while typing. */
  options?: TargetOptions<Name>
  rules?: readonly Rule<Name | `${Name}.${string}`>[]
  /** Groups of the form's fields; without it one group, in their order. */
  groups?: readonly FieldGroup<Name>[]
  encoding?: 'json' | 'multipart'
  /** Named lists of the section; default one. */
  views?: Readonly<Record<string, ViewOptions<Name>>>
  /** Lists of other sections as tabs of a record's form. */
  children?: readonly ChildOptions[]
  /** Default true. False: a record has no page, and its address leads to the list; its call exists. */
  hasPage?: boolean
  /** Routes beyond the usual ones, below /X. */
  routes?: SectionRoutes<RoutePath<Add, F>, RoutePath<Edit, F>>
  /** Search parameters of the add form beside its fields, which are parameters under their own names. */
  search?: Readonly<Record<string, SearchParam<Name>>>
  /** Actions of the section; default create, get, update, delete. */
  actions?: readonly Action[]
  switches?: Partial<Record<Name, Switch<Name>>>
  /** Further calls by name; the API has a handler for each. */
  calls?: Readonly<Record<Called, SectionCall<Name>>>
  /** Rows have positions, dense from 1 within each group of equal `within`. They change by PUT {path} {from,to}. */
  order?: { field: Name; path: string; within?: Name }
  /** Records in this state are deleted with a reason, which this call writes (docs/product/orders.md#delete-and-restore). */
  removeNeeds?: { call: NoInfer<Called>; field: Name; when: Condition<Name> }
  /** Deleted records can be restored, or with `erase` deleted for good: paths below `path`. */
  trash?: Trash<Name>
  /** A record can be duplicated; a function gives the values in which the copy differs. */
  duplicate?: boolean | Duplicating
  /** Default true. False: its records have no history. */
  audit?: boolean
  /** Keeps whole versions of a record: the newest, and each that matches `keeps`. Restoring one keeps the fields of `leaves`. */
  revisions?: Revisions
  /** Export of the list. */
  export?: ExportOptions
  /** Import of records. */
  import?: ImportOptions
  /** Writes of users, roles and secrets need the network. */
  offline?: 'queue' | 'refuse'
  /** Debts to the base contract. */
  wire?: WireQuirks<Name>
}

export type SectionOptions<
  F extends Fields,
  Name extends string,
  Called extends string = never,
  Add extends string = string,
  Edit extends string = string,
  Kind extends SectionKind = SectionKind,
> = CommonOptions<F, Name, Called, Add, Edit, Kind> & Records<Name>
