/**
 * Routes of a section beyond /X/list, /X/add, /X/edit/{id} and /X/detail/{id}, and search parameters of its add form beside the section's
 * own fields.
 */
import type { Braces, Field, Fields } from './field.ts'
import type { Action } from './permission.ts'

/** Whether a value is one of few: a reference (number or ref) or a choice. */
type IsNamed<Value> = [Value] extends [boolean]
  ? false
  : [Value] extends [string | number]
    ? [string] extends [Value]
      ? [number] extends [Value]
        ? true
        : false
      : [number] extends [Value]
        ? false
        : true
    : false

type NamedFields<F extends Fields> = {
  [N in keyof F & string]: F[N] extends Field<infer Value> ? (IsNamed<Value> extends true ? N : never) : never
}[keyof F & string]

/** The path if each brace names the id, a reference or a choice of the section; else a text that names the wrong one. */
export type RoutePath<Path extends string, F extends Fields> = [Exclude<Braces<Path>, 'id' | NamedFields<F>>] extends [never]
  ? Path
  : `{${Exclude<Braces<Path>, 'id' | NamedFields<F>>}} is no id, reference or choice of the section`

/** Below /X. Values in braces are filled into the form; on edit only choices, because a record keeps its owner. */
export interface SectionRoutes<Add extends string = string, Edit extends string = string> {
  add?: Add
  edit?: Edit
  /** Path of the view that a bare /X leads to, if not its list. */
  home?: string
  /** Pages of a record beside its form, at /X/{page}/{id}, each with the action that opens it. */
  pages?: Readonly<Record<string, Action>>
}

/** Meaning of a search parameter of an add form. Invalid values are ignored. */
export type SearchParam<Name extends string = string> =
  /** The field that it fills, under another name ('action=buy'). */
  | { sets: Name }
  /** Sections that the form may return to ('fr=chat-platform'), or 'dashboard', the home. */
  | { back: readonly string[] }
  /** A field whose initial value the section makes of it ('renew=membership/4'). */
  | { starts: Name }
  /** The record that the form goes on with ('draft=…'), for sections without an edit page. */
  | { opens: 'record' }

/** Returns the values in a path of this form; null for another form. */
export function readRoute(form: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [form.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const values: [string, string][] = []
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? value !== part : value === '') return null
    if (name !== undefined) values.push([name, value])
  }
  return Object.fromEntries(values)
}

export type Page = 'list' | 'add' | 'edit' | 'detail'

interface Paged {
  actions: readonly string[]
  hasPage: boolean
  kind: string
}

/** Returns the page of a section that a requested page leads to. */
export function pageOf({ kind, hasPage, actions }: Paged, page: Page): Page {
  if (page === 'list' || kind === 'setting') return 'list'
  if (page === 'add') return actions.includes('create') ? 'add' : 'list'
  if (!hasPage) return 'list'
  return page === 'edit' && !actions.includes('update') ? 'detail' : page
}
