/** Checks rows of a file as leads: each is valid, or returned with all of its errors. */

import { importTargets, type Mapping } from '../import/columns.ts'
import { isUnassigned, readCell } from '../import/normalise.ts'
import type { TableRow } from '../import/read-table.ts'
import { otherContacts, rowTexts } from '../import/row-texts.ts'
import { excerptOf } from '../import/safe-cell.ts'
import type { FieldProblem } from '../kit/field/errors.ts'
import { problem } from '../kit/field/problem.ts'
import { validate } from '../kit/field/schema.ts'
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
  const { texts, others, errors } = rowTexts(mapping, cells)
  const bad: BadCell[] = []
  const warnings: BadCell[] = []
  const cell = (field: string, code: FieldProblem, text = texts[field] ?? ''): BadCell => {
    return { row: number, field, value: excerptOf(text), problem: code }
  }
  const reasons = new Map<string, string>()
  for (const target of importTargets) {
    const text = texts[target]
    if (text === undefined || target === 'source') continue
    if (target === 'campaign_id') {
      const id = named(names.campaign, text)
      if (id === null) bad.push(cell(target, problem('unknown_reference')))
      else row.campaign_id = id
    } else if (target === 'sales') {
      const id = isUnassigned(text) ? 0 : named(names.sales, text)
      if (id === null) bad.push(cell(target, problem('unknown_reference')))
      else if (id !== 0 && mayAssign && !mayAssign.includes(id)) bad.push(cell(target, problem('not_allowed')))
      else row.sales = id
    } else {
      const read = readCell(importRowFields[target], text)
      Object.assign(row, { [target]: read.value })
      if (read.problem) reasons.set(target, read.problem)
      if (read.warning) warnings.push(cell(target, problem(read.warning)))
    }
  }
  if (others.length) row.other_contacts = otherContacts(others)
  const { source } = texts
  const from = row.campaign_id ?? campaign
  if (source && from !== null && from !== undefined) row.lead_sources = [{ campaign_id: from, source }]
  else if (source && texts.campaign_id === undefined) bad.push(cell('campaign_id', problem('required')))
  const checked = validate(importRowFields, [], row)
  const found = new Map(Object.entries(checked.ok ? {} : checked.problems))
  for (const [field, code] of reasons) found.set(field, problem(code))
  for (const [path, reason] of found) bad.push(cell(path.startsWith('lead_sources') ? 'source' : (path.split('.')[0] ?? path), reason))
  for (const { target, text } of errors) warnings.push(cell(target, problem('cell_error'), text))
  for (const target of warnedTargets) if (formulaLike.test(texts[target] ?? '')) warnings.push(cell(target, problem('formula')))
  return { row, bad, warnings }
}
