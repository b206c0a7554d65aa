/** Reads of a section: list and record. A module of its own, because the first row needs no other call. */

import { isMade, text } from '../field/field.ts'
import type { Permission } from '../field/permission.ts'
import { onlyFilters } from './back-office.ts'
import type { Call, Method } from './call.ts'
import { rowFields, type Section } from './section.ts'

/** Returns a call with what its section's calls share. */
export function make(section: Section, action: NonNullable<Call['action']>, method: Method, path: string, rest: Partial<Call>): Call {
  return {
    name: `${section.name}.${action}`,
    section: section.name,
    action,
    kind: method === 'GET' ? 'query' : 'mutation',
    host: 'main',
    method,
    path: section.path + path,
    permission: `get ${section.permission}`,
    encoding: 'json',
    offline: section.offline,
    payloadVersion: 1,
    reply: { of: 'record', fields: rowFields(section) },
    ...rest,
  }
}

/** Permissions of which one opens list and record. */
export const readers = ({ permission, readableBy }: Section): Permission[] => [`get ${permission}`, ...readableBy]

export const listCall = (section: Section): Call =>
  make(section, 'list', 'GET', '', {
    permission: readers(section),
    query: 'list',
    reply: { of: 'list', fields: rowFields(section), omitTotal: section.wire.omitTotal, omit: section.list.omit },
  })

export const oneCall = (section: Section): Call =>
  make(section, 'one', 'GET', '/{id}', {
    permission: readers(section),
    ...(Object.values(section.fields).some((field) => field.kind === 'slug' && isMade(field)) && { bySlug: true }),
    ...(onlyFilters(section).length > 0 && { query: { query: text({ max: 200 }) } }),
  })
