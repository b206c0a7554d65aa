/** Lists as files, and files as records: what a section may say about it, and the calls that follow. */

import { choice, type Fields, text } from '../field/field.ts'
import type { Permission } from '../field/permission.ts'
import type { Call } from './call.ts'
import { fieldOf, type Section } from './section.ts'

export interface ExportOptions {
  /** Below the section's own. */
  path: string
  /** Default: get. */
  permission?: Permission
  /** The filter must hold a date, and no more days than a month has (contract/kit/section/export-rule.ts). */
  dateRule?: boolean
  /** Fields of many parts, such as the items of an order, for which the server has columns. */
  nested?: readonly string[]
}

export interface ImportOptions {
  /** Below the section's own. */
  path: string
  /** The field by which a row of a file is known to be a record that is there. */
  key: string
  /** The columns of a file, where its rows are not records as they stand: the section's own function stores each (hooks.import). */
  fields?: Fields
  /** Fields that a file may lack and that are chosen once for all of its new records; the section's own function puts them there. */
  perFile?: readonly string[]
  /** Its calls and screen are written out elsewhere. */
  own?: boolean
}

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Whether an export has a column, or more, for a field. */
export function hasCell(section: Section, name: string): boolean {
  const kind = fieldOf(section, name)?.kind ?? 'secret'
  return kind === 'object' || kind === 'rows' ? section.export?.nested?.includes(name) === true : kind !== 'secret'
}

/** Of an export's answer: how many rows it holds, and about how many bytes will come. */
export const exportHeaders = { rows: 'Export-Rows', bytes: 'Export-Bytes' } as const

/** The rows of a filtered list as a file, in its order. `columns`: names of fields, parted by commas; all of them when absent. */
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
    query: {
      query: text({ max: 4_000 }),
      sort: text({ max: 60 }),
      format: choice(exportFormats, { initial: 'xlsx' }),
      columns: text({ max: 4_000 }),
    },
    reply: { of: 'blob', type: 'application/octet-stream' },
    ...(section.examples.export && { example: section.examples.export }),
  }
}

/** Those of files; a router tries them before the section's own, whose `{id}` would take their paths. */
export function sheetCalls(section: Section): Call[] {
  return [exportCall(section)].filter((call) => call !== null)
}
