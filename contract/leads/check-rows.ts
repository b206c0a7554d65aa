/** Checks rows of a file as leads: each is valid, or returned with all of its errors. */

import type { Mapping } from '../import/columns.ts'
import { isUnassigned, normaliseCell } from '../import/normalise.ts'
import type { TableRow } from '../import/read-table.ts'
import { excerptOf } from '../import/safe-cell.ts'
import type { FieldProblem } from '../kit/field/errors.ts'
import { problem, validate } from '../kit/field/schema.ts'
import { type ImportRow, importRowFields } from './lead-import.ts'

/** Ids of campaigns or salespeople by lowercase name or email. */
export interface ImportNames {
  campaign: Readonly<Record<string, number | string>>
  sales: Readonly<Record<string, number | string>>
}

export interface RowRules {
  mapping: Mapping
  names: ImportNames
  /** Campaign of rows without one; a source requires it. */
  campaign: number | string | null
  /** Allowed salespeople for leads; null is everybody. */
  mayAssign: readonly (number | string)[] | null
}

/** An error: spreadsheet row number, field and content of the cell. */
export interface BadCell {
  row: number
  field: string
  value: string
  problem: FieldProblem
}

export interface CheckedRow {
  row: ImportRow
  bad: BadCell[]
  /** Stored values that may be mistakes. */
  warnings: BadCell[]
}

/** Run by a spreadsheet program; a lone sign is harmless. */
const formulaLike = /^[=+\-@]\s*[^\s=+\-@]/
const warnedTargets = ['name', 'city', 'source', 'tags'] as const

function named(names: Readonly<Record<string, number | string>>, text: string): number | string | null {
  const key = text.trim().toLowerCase()
  return Object.hasOwn(names, key) ? (names[key] ?? null) : null
}

/** The same for browser and server; rules that need the database (a deleted campaign) run when rows are stored. */
export function checkRow({ number, cells }: TableRow, { mapping, names, campaign, mayAssign }: RowRules): CheckedRow {
  const row: ImportRow = { row: number }
  const texts = new Map<string, string>()
  const bad: BadCell[] = []
  const refuse = (field: string, found: FieldProblem) =>
    bad.push({ row: number, field, value: excerptOf(texts.get(field) ?? ''), problem: found })
  for (const [at, target] of mapping.entries()) {
    const text = cells[at]?.trim() ?? ''
    if (!target || text === '') continue
    texts.set(target, text)
    if (target === 'source') continue
    if (target === 'campaign_id') {
      const id = named(names.campaign, text)
      if (id === null) refuse(target, problem('unknown_reference'))
      else row.campaign_id = id
    } else if (target === 'sales') {
      const id = isUnassigned(text) ? 0 : named(names.sales, text)
      if (id === null) refuse(target, problem('unknown_reference'))
      else if (id !== 0 && mayAssign && !mayAssign.includes(id)) refuse(target, problem('not_allowed'))
      else row.sales = id
    } else Object.assign(row, { [target]: normaliseCell(importRowFields[target], text) })
  }
  const source = texts.get('source')
  const from = row.campaign_id ?? campaign
  if (source && from !== null && from !== undefined) row.lead_sources = [{ campaign_id: from, source }]
  else if (source && !texts.has('campaign_id')) refuse('campaign_id', problem('required'))
  const checked = validate(importRowFields, [], row)
  if (!checked.ok)
    for (const [path, found] of Object.entries(checked.problems)) {
      const field = path.startsWith('lead_sources') ? 'source' : (path.split('.')[0] ?? path)
      refuse(field, found)
    }
  const warnings = warnedTargets.flatMap((field) => {
    const value = texts.get(field) ?? ''
    return formulaLike.test(value) ? [{ row: number, field, value: excerptOf(value), problem: problem('formula') }] : []
  })
  return { row, bad, warnings }
}
