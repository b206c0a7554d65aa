/**
 * Routes of a section beyond the usual ones (/X/list, /X/add, /X/edit/{id}, /X/detail/{id}), and what its add form reads of an
 * address beside the section's own fields.
 */
import type { Braces, Field, Fields } from './field.ts'

/** A value that is one of few: a reference, which is a number or a ref, or a choice. */
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

/** The path where each of its braces names the id, a reference or a choice of the section; else a text that says which does not. */
export type RoutePath<Path extends string, F extends Fields> = [Exclude<Braces<Path>, 'id' | NamedFields<F>>] extends [never]
  ? Path
  : `{${Exclude<Braces<Path>, 'id' | NamedFields<F>>}} is no id, reference or choice of the section`

/** Below /X. What stands in the braces is filled into the form; of an edit only the choices, because a record is whose it is. */
export interface SectionRoutes<Add extends string = string, Edit extends string = string> {
  add?: Add
  edit?: Edit
  /** The path of the view that a bare /X leads to, where that is not its list. */
  home?: string
}

/** What a search parameter of an add form means. A value that it cannot have is ignored. */
export type SearchParam<Name extends string = string> =
  /** The field that it fills in, under a name that is not the field's ('action=buy'). */
  | { sets: Name }
  /** Sections that the form goes back to when it is saved or left ('fr=chat-platform'). */
  | { back: readonly string[] }

/** The values of a path that has this form; null where it has another. */
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
  detail: string
  singleton?: object | undefined
}

/** Where somebody who asks for a page of a section comes to: the page, or the one that stands for it. */
export function pageOf({ singleton, detail, actions }: Paged, page: Page): Page {
  if (page === 'list' || singleton) return 'list'
  if (page === 'add') return actions.includes('create') ? 'add' : 'list'
  if (detail === 'none') return 'list'
  return page === 'edit' && !actions.includes('update') ? 'detail' : page
}
