/** Options of export and import, and the calls derived from them. */

import { choice, type Fields, text } from '../field/field.ts'
import type { Permission } from '../field/permission.ts'
import type { Call } from './call.ts'
import { fieldOf, type Section } from './section.ts'

export interface ExportOptions {
  /** Below the section's. */
  path: string
  /** Default: get. */
  permission?: Permission
  /** Requires a date filter of at most a month's days (contract/kit/section/export-rule.ts). */
  dateRule?: boolean
  /** Nested fields, such as the items of an order, with columns made by the server. */
  nested?: readonly string[]
}

export interface ImportOptions {
  /** Below the section's. */
  path: string
  /** The field that identifies an existing record in a file. */
  key: string
  /** Columns of a file whose rows are not records; the section's own function stores each row (hooks.import). */
  fields?: Fields
  /** Columns of a file whose row says at once what `fields` say in several rows: with one of them, those of `replaces` may be absent. */
  wide?: { columns: Fields; replaces: readonly string[] }
  /** Fields that a file may lack, chosen once for all new records; the section's own function sets them. */
  perFile?: readonly string[]
}

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns whether an export has columns for a field. */
export function hasCell(section: Section, name: string): boolean {
  const kind = fieldOf(section, name)?.kind ?? 'secret'
  return kind === 'object' || kind === 'rows' ? section.export?.nested?.includes(name) === true : kind !== 'secret'
}

/** Headers of an export's response: number of rows, approximate bytes. */
export const exportHeaders = { rows: 'Export-Rows', bytes: 'Export-Bytes' } as const

/** Returns the export call: all rows of the list for its query, in its order. `columns`: comma-separated names; default all. */
export function exportCall(section: Section): Call | null {
  if (!section.export) return null
  const { path, permission = `get ${section.permission}` } = section.export
  return {
    name: `${section.name}.export`,
    section: section.name,
    action: 'export',
    kind: 'query',
    host: 'main',
    method: 'GET',
    path: section.path + path,
    permission,
    encoding: 'json',
    offline: 'refuse',
    payloadVersion: 1,
    query: 'list',
    listQuery: { format: choice(exportFormats, { initial: 'xlsx' }), columns: text({ max: 4_000 }) },
    reply: { of: 'blob', type: 'application/octet-stream' },
  }
}

/** Returns calls of files; tried before the section's own, whose `{id}` would match their paths. */
export function sheetCalls(section: Section): Call[] {
  return [exportCall(section)].filter((call) => call !== null)
}
