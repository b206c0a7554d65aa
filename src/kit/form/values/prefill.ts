/** Initial values of a form from its URL, validated against the fields. */

import { decodeEntries } from '#contract/kit/field/decode-entries.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { type Access, holds } from '#contract/kit/field/permission.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { pathParams } from '#contract/kit/section/call.ts'
import { parseTarget } from '#contract/kit/section/options.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { type FormSearch, listSearch } from '../../list/query/search.ts'
import { parentParam } from '../../text/section-link.ts'
import { availableField } from './available-field.ts'
import type { FormValues } from './tools.ts'
import { startValues } from './values.ts'

const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** A field by its name, or one of an object, such as `customer.name`. */
function fieldAt(fields: Fields, path: string): Field | undefined {
  const [name = '', part, ...deeper] = path.split('.')
  const field = own(fields, name)
  if (part === undefined) return field
  return field?.kind === 'object' && deeper.length === 0 ? own(field.fields ?? {}, part) : undefined
}

/** Returns the parameters of a form's URL beside the list's state, by field name. */
export function givenOf(section: Section, search: FormSearch, isNew: boolean): Readonly<Record<string, string>> {
  if (isNew && search.copy) return {}
  const listed = listSearch(search)
  // An existing record changes only by a route, in the fields that its route chooses.
  const chosen = isNew ? null : pathParams(section.routes.edit ?? '')
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]): [string, string][] => {
      if (value === undefined || Object.hasOwn(listed, name)) return []
      const param = own(section.search, name)
      const field = isNew && param && 'sets' in param ? param.sets : name
      if (chosen && !(chosen.includes(field) && own(section.fields, field)?.kind === 'choice')) return []
      return fieldAt(section.fields, field) ? [[field, value]] : []
    }),
  )
}

/** Returns the section, or 'dashboard', that the form goes back to, where its URL names an allowed one; else null. */
export function backOf(section: Section, search: FormSearch): string | null {
  for (const [name, param] of Object.entries(section.search)) {
    const asked = search[name]
    if ('back' in param && asked !== undefined && param.back.includes(asked)) return asked
  }
  return null
}

/** Returns section and id of the record that a new one is added to, where the URL names both; else null. */
export function parentOf(section: Section, search: FormSearch): { section: string; id: string } | null {
  const name = search[parentParam]
  const [field = ''] = Object.entries(section.fields).find(([, { to }]) => to !== undefined && parseTarget(to).section === name) ?? []
  const id = own(search, field)
  return name !== undefined && id ? { section: name, id } : null
}

/** Returns the record that an add form goes on with, where its URL names one; else null. */
export function openedOf(section: Section, search: FormSearch): string | null {
  const [name] = Object.entries(section.search).find(([, param]) => 'opens' in param) ?? []
  return (name !== undefined && search[name]) || null
}

/** Path of a form without the list's state: the key of one draft and one form. */
export function formPath(section: Section, id: string | null, search: FormSearch): string {
  const given = id === null && search.copy ? { copy: search.copy } : givenOf(section, search, id === null)
  const query = new URLSearchParams(Object.entries(given)).toString()
  return `/${section.name}/${id === null ? 'add' : `edit/${id}`}${query && `?${query}`}`
}

const isWritten = ({ kind, readOnly }: Field): boolean =>
  !readOnly && !isFile(kind) && !['secret', 'richText', 'object', 'rows', 'files'].includes(kind)

function readValue(field: Field, name: string, text: string): unknown {
  const isList = ['choices', 'tags', 'references'].includes(field.kind)
  const entries: [string, string][] = isList ? text.split(',').map((entry) => [`${name}[]`, entry.trim()]) : [[name, text]]
  const { requiredWhen: _, shownWhen: _shown, ...plain } = field
  const checked = validate({ [name]: { ...plain, required: false } }, [], decodeEntries({ [name]: field }, entries))
  return checked.ok ? checked.value[name] : undefined
}

/** Values that this person may write and that parse; others are ignored: anybody can write a URL. */
export function readPrefill({ fields }: Section, given: Readonly<Record<string, string>>, access: Access): FormValues {
  const mayWrite = ({ readOnly, permission }: Field) => !readOnly && !(permission && !holds(access, permission))
  const values: FormValues = {}
  for (const [path, text] of Object.entries(given)) {
    const [name = '', part] = path.split('.')
    const whole = availableField(fields, name, undefined)
    const field = part === undefined ? whole : own(whole?.fields ?? {}, part)
    if (!whole || !field || !isWritten(field) || !mayWrite(whole) || !mayWrite(field)) continue
    const value = readValue(field, part ?? name, text)
    if (value === undefined || value === null || value === '') continue
    const others = isRecord(values[name]) ? values[name] : startValues(whole.fields ?? {}, {})
    values[name] = part === undefined ? value : { ...others, [part]: value }
  }
  return values
}
