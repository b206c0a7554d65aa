/** Calls of a section's trash. A module of its own, because no first row needs them. */

import { reference } from '../field/field.ts'
import type { Call } from './call.ts'
import { rowFields, type Section } from './section.ts'
import { parseRoute, wholePath } from './section-calls.ts'

/** Fixed paths: tried before `{id}`. */
export function trashCalls(section: Section): Call[] {
  const { trash, permission, name } = section
  if (!trash) return []
  const fields = rowFields(section)
  const shared = { section: name, host: 'main', encoding: 'json', offline: 'refuse', payloadVersion: 1 } as const
  const back = trash.restore.startsWith('/') ? { method: 'PUT' as const, path: trash.restore } : parseRoute(trash.restore)
  const calls: Call[] = [
    {
      ...shared,
      name: `${name}.trashed`,
      action: 'trashed',
      kind: 'query',
      method: 'GET',
      path: wholePath(section, trash.list),
      permission: `get ${permission}`,
      query: 'list',
      reply: { of: 'list', fields, omitTotal: section.wire.omitTotal, omit: section.list.omit },
    },
    {
      ...shared,
      name: `${name}.restore`,
      action: 'restore',
      kind: 'mutation',
      method: back.method,
      path: wholePath(section, back.path),
      ...(!back.path.includes('{id}') && { body: { id: reference({ required: true }) } }),
      permission: `update ${permission}`,
      // Undoes a delete, so it may wait like one; erasing must not happen by surprise later.
      offline: section.offline,
      reply: { of: 'record', fields },
    },
  ]
  if (trash.one !== undefined)
    calls.push({
      ...shared,
      name: `${name}.trashed-one`,
      action: 'trashedOne',
      kind: 'query',
      method: 'GET',
      path: wholePath(section, trash.one),
      permission: `get ${permission}`,
      reply: { of: 'record', fields },
    })
  if (trash.erase !== undefined)
    calls.push({
      ...shared,
      name: `${name}.erase`,
      action: 'erase',
      kind: 'mutation',
      method: 'DELETE',
      path: wholePath(section, trash.erase),
      permission: `delete ${permission}`,
      removal: { by: 'ids' },
      reply: { of: 'removal' },
      success: section.wire.removed,
    })
  return calls
}
