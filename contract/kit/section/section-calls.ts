/** Calls of a regular section, derived from its definition. */

import { type Fields, flag, reference } from '../field/field.ts'
import type { Permission } from '../field/permission.ts'
import { hasVideo, videosReply } from '../field/video.ts'
import type { Call, Method } from './call.ts'
import { historyFields, versionField } from './history.ts'
import { listCall, make, oneCall, readers } from './read-calls.ts'
import { recordFields } from './record-fields.ts'
import { rowFields, type Section } from './section.ts'
import type { SectionCall } from './section-options.ts'

/** Body of PUT swap-sequence: record `from` moves to the position of record `to`; ids or refs. */
export const swapBody = { from: reference({ required: true }), to: reference({ required: true }) } as const satisfies Fields

function switchCall(section: Section, field: string): Call {
  const options = section.switches[field]
  const rest = { name: `${section.name}.switch.${field}`, kind: 'mutation', permission: `update ${section.permission}` } as const
  if (options?.by === 'get') return make(section, 'switch', 'GET', `/{id}${options.path ?? ''}`, rest)
  const body = { id: reference({ required: true }), [options?.key ?? field]: flag({ required: true }) }
  return make(section, 'switch', 'PUT', options?.path ?? '', { ...rest, body })
}

const hasNames = (body: SectionCall['body']): body is readonly string[] => Array.isArray(body)

/**
 * Fields of the body: its own, with the words of the section's field or `<section>.<call>.<field>`; or the section's fields that it names,
 * writable even if they are read-only elsewhere.
 */
function bodyOf({ name: section, fields }: Section, name: string, { body }: SectionCall): Fields | undefined {
  if (!hasNames(body)) {
    const own = Object.entries(body ?? {})
    return body && Object.fromEntries(own.map(([key, field]) => [key, { of: fields[key]?.of ?? `${section}.${name}.${key}`, ...field }]))
  }
  return Object.fromEntries(
    body.flatMap((fieldName) => (fields[fieldName] ? [[fieldName, { ...fields[fieldName], readOnly: false }]] : [])),
  )
}

/** Returns a revision's fields: actor, time, and every writable field. */
function revisionFields(section: Section): Fields {
  const own = Object.entries(section.fields).filter(([, field]) => !field.readOnly)
  return { ...recordFields, ...Object.fromEntries(own) }
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']
const toMethod = (text: string): Method => methods.find((method) => method === text) ?? 'GET'

/** Method and path of 'PUT /path'. */
export function parseRoute(route: string): { method: Method; path: string } {
  const [method = 'GET', path = ''] = route.split(' ')
  return { method: toMethod(method), path }
}

/** Path below the section's own, unless it starts with an area. */
export const wholePath = (section: Pick<Section, 'path'>, path: string): string =>
  /^\/[\w-]+\/in\//.test(path) ? path : section.path + path

/** Returns a call of the section's `calls`. */
function addedCall(section: Section, name: string, added: SectionCall): Call {
  const { method, path } = parseRoute(added.route)
  const isQuery = (added.kind ?? (method === 'GET' ? 'query' : 'mutation')) === 'query'
  const isRecords = path.includes('{id}') && !isQuery
  const { permission = `${isQuery ? 'get' : 'update'} ${section.permission}` } = added
  const { query, listQuery, encoding, success, incomplete, silent, offline = 'refuse' } = added
  const body = bodyOf(section, name, added)
  return {
    ...make(section, 'call', method, '', {}),
    ...{ name: `${section.name}.${name}`, path: wholePath(section, path), permission, offline },
    kind: isQuery ? 'query' : 'mutation',
    reply:
      added.reply ??
      (query === 'list' ? listCall(section).reply : isRecords ? { of: 'record', fields: rowFields(section) } : { of: 'message' }),
    ...(body && { body }),
    ...(query && { query }),
    ...(listQuery && { listQuery }),
    ...(encoding && { encoding }),
    ...(success && { success }),
    ...(incomplete && { incomplete }),
    ...(silent && { silent }),
    ...(added.rules && { recordRules: added.rules }),
    ...(added.when && !added.judges && { when: added.when }),
  }
}

/** Returns the create or update calls: one, or one per value of the choice in its path. */
function writeCalls(section: Section, action: 'create' | 'update', rest: Partial<Call>): Call[] {
  const [method, path] =
    action === 'create' ? (['POST', section.wire.paths.create ?? ''] as const) : (['PUT', section.wire.paths.update ?? '/{id}'] as const)
  const name = [...path.matchAll(/\{(\w+)\}/g)].map(([, brace = '']) => brace).find((brace) => brace !== 'id')
  const choice = name === undefined ? undefined : section.fields[name]
  if (name === undefined || !choice) return [make(section, action, method, path, rest)]
  return (choice.values ?? []).map(String).map((value) => {
    const body = { ...section.fields, [name]: { ...choice, values: [value], initial: value } }
    const own = { ...rest, name: `${section.name}.${action}.${value}`, fixed: { [name]: value }, body }
    return make(section, action, method, path.replace(`{${name}}`, value), own)
  })
}

/**
 * Returns all calls of a section in the order a router tries them (fixed paths before `{id}`). Switches of kind 'put' are updates and add
 * none.
 */
export function sectionCalls(section: Section): Call[] {
  const may = (action: 'create' | 'get' | 'update' | 'delete'): Permission => `${action} ${section.permission}`
  const read = readers(section)
  const body = { ...section.fields, ...section.wire.beside }
  const { rules } = section
  const written = { body, rules, encoding: section.encoding, ...(section.wire.part && { part: section.wire.part }) }
  const has = (action: Section['actions'][number]) => section.actions.includes(action)
  const calls: Call[] = []
  if (section.kind !== 'setting') calls.push(listCall(section))
  for (const [list, { path }] of Object.entries(section.options.lists ?? {})) {
    if (path === undefined) continue
    const rest = { name: `${section.name}.options.${list}`, permission: read, query: 'list', path: wholePath(section, path) } as const
    calls.push(make(section, 'options', 'GET', '', { ...rest, reply: { of: 'list', fields: rowFields(section), omit: section.list.omit } }))
  }
  if (section.audit) {
    const fields = section.revisions ? { ...historyFields, version: versionField } : historyFields
    calls.push(
      make(section, 'history', 'GET', section.wire.paths.history ?? '/{id}/history', {
        query: 'list',
        reply: { of: 'list', fields, omitTotal: true },
      }),
    )
  }
  if (section.revisions)
    calls.push(make(section, 'revision', 'GET', '/{id}/revisions/{version}', { reply: { of: 'record', fields: revisionFields(section) } }))
  if (hasVideo(section.fields))
    calls.push(make(section, 'videos', 'GET', '/{id}/videos', { permission: read, reply: { of: 'object', fields: videosReply } }))
  if (section.order)
    calls.push(make(section, 'swap', 'PUT', section.order.path, { permission: may('update'), body: swapBody, reply: { of: 'message' } }))
  for (const [field, options] of Object.entries(section.switches)) if (options.by !== 'put') calls.push(switchCall(section, field))
  const added = Object.entries(section.calls).map(([name, options]) => addedCall(section, name, options))
  // Fixed paths before those with a parameter in the same place.
  const isFixed = ({ path }: Call) => !path.slice(section.path.length).startsWith('/{')
  calls.push(...added.filter(isFixed))
  if (section.wire.detail !== 'list') calls.push(oneCall(section))
  if (has('create')) calls.push(...writeCalls(section, 'create', { permission: may('create'), ...written }))
  if (has('update')) calls.push(...writeCalls(section, 'update', { permission: may('update'), ...written }))
  if (has('delete')) {
    const path = section.wire.removal.by === 'path' ? '/{id}' : ''
    calls.push(
      make(section, 'remove', 'DELETE', path, {
        permission: may('delete'),
        removal: section.wire.removal,
        reply: { of: 'removal' },
        success: section.wire.removed,
      }),
    )
  }
  calls.push(...added.filter((call) => !isFixed(call)))
  return calls
}

export function sectionCall(section: Section, action: string): Call {
  const found = sectionCalls(section).find((call) => call.name === `${section.name}.${action}`)
  if (!found) throw new Error(`${section.name} has no call ${action}`)
  return found
}

/** The call that creates or updates this record. */
export function writeCall(section: Section, action: 'create' | 'update', record: Readonly<Record<string, unknown>>): Call {
  const fits = ({ fixed = {} }: Call) => Object.entries(fixed).every(([name, value]) => record[name] === value)
  const found = sectionCalls(section).find((call) => call.action === action && fits(call))
  if (!found) throw new Error(`${section.name} has no call ${action}`)
  return found
}
