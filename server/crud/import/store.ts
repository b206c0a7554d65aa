/** Stores rows of a file as records, with the rules of a form: a row is created, merged into the record of its key, skipped, or reported with its errors. */

import { inArray, sql } from 'drizzle-orm'
import type { ImportFailure } from '#contract/import/import-calls.ts'
import { isUnassigned, normaliseCell, readCell } from '#contract/import/normalise.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { importRows, type SheetRow } from '#server/db/tables/imports.ts'
import type { Work } from '#server/platform/core/background.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { toApiError } from '#server/platform/core/problem.ts'
import { scopeOf } from '../query/read.ts'
import { selectRows } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import { createRows, mayCreateTogether } from '../write/create-rows.ts'
import { createRow, updateRow } from '../write/write.ts'
import { rowRequest } from './request.ts'
import type { Counts, StoredImport } from './state.ts'
import { type IdOf, targetsOf } from './targets.ts'
import { importWords } from './words.ts'

export interface Storing {
  platform: Platform
  db: Db
  user: CurrentUser
  shape: Shape
  stored: StoredImport
  after(work: Work): void
}

interface Read {
  values: Record<string, unknown>
  bad: { field: string; problem: FieldProblem }[]
  /** Doubts about cells that are read, and cells with an error of the spreadsheet. */
  warnings: ImportFailure[]
}

/** Doubts about a row's cells, as reading the file found them. */
export const doubtsOf = ({ row, doubts = [] }: Pick<SheetRow, 'row' | 'doubts'>): ImportFailure[] =>
  doubts.map(({ code = 'cell_error', ...cell }) => ({ row, ...cell, problem: problem(code) }))

/** Returns a row's cells as an input of the section; reports unknown names. */
export function readCells(shape: Shape, { row, cells, doubts = [] }: SheetRow, idOf: IdOf): Read {
  const values: Record<string, unknown> = {}
  const bad: Read['bad'] = []
  const warnings = doubtsOf({ row, doubts })
  const words = importWords(shape.section).choices
  for (const [name, field] of Object.entries(importFields(shape.section))) {
    const text = cells[name]
    if (text === undefined || text.trim() === '') continue
    if (field.kind === 'reference') {
      const isNobody = field.unassigned === true && isUnassigned(text)
      const id = isNobody ? 0 : idOf(field, text)
      if (id === null) bad.push({ field: name, problem: problem('unknown_reference') })
      else values[name] = id
    } else if (field.kind === 'references') {
      const parts = normaliseCell(field, text)
      const ids = Array.isArray(parts) ? parts.map((part) => idOf(field, String(part))) : []
      if (ids.includes(null)) bad.push({ field: name, problem: problem('unknown_reference') })
      else values[name] = ids
    } else {
      const read = readCell(field, text, words[name])
      values[name] = read.value
      if (read.problem) bad.push({ field: name, problem: problem(read.problem) })
      if (read.warning) warnings.push({ row, field: name, value: text, problem: problem(read.warning) })
    }
  }
  return { values, bad, warnings }
}

/** Returns the oldest visible record of each key, locked until the transaction ends. */
async function recordsOf({ db, user, shape }: Storing, keys: readonly unknown[]): Promise<Map<string, AnyRow>> {
  const column = shape.columns[shape.section.import?.key ?? '']
  if (!column || !keys.length) return new Map()
  const { where } = scopeOf(shape, user)
  const among = inArray(column, [...keys])
  const found = await selectRows(db, shape, {
    where: where ? sql`(${where}) and ${among}` : among,
    order: [sql`${shape.table.id} desc`],
    lock: true,
  })
  return new Map(found.map((row) => [toText(row[shape.section.import?.key ?? '']), row]))
}

export function failuresOf({ row, cells }: SheetRow, bad: Read['bad']): ImportFailure[] {
  return bad.map(({ field, problem: fieldProblem }) => ({ row, field, value: cells[field] ?? '', problem: fieldProblem }))
}

/** Returns why a section refused a row, by column; rethrows other errors. */
export function refusedFields(error: unknown, key: string): Read['bad'] {
  const refusal = toApiError(error)
  if (!refusal || refusal.status >= 500) throw error
  const fields = Object.entries(refusal.extra.fields ?? { [key]: { code: refusal.code, message: refusal.message } })
  return fields.map(([path, fieldProblem]) => ({ field: path.split('.')[0] ?? path, problem: fieldProblem }))
}

/** Locks: two concurrent imports would both find a key free. */
export async function oneAtATime({ db, stored }: Pick<Storing, 'db' | 'stored'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${stored.section}`}, 0))`)
}

/** A record created or changed by an import, for its undo. */
export interface Stored {
  row: number
  before: AnyRow | null
  after: Readonly<Record<string, unknown>>
}

/** Keeps the first state of records that this import changes. */
export async function remember({ db, stored }: Pick<Storing, 'db' | 'stored'>, records: readonly Stored[]): Promise<void> {
  const entries = records.map(({ row, before, after: { id, ref, version } }) => {
    return { import_id: stored.id, record: Number(id), record_ref: toText(ref), row, before, version: Number(version) }
  })
  await db
    .insert(importRows)
    .values(entries)
    .onConflictDoUpdate({ target: [importRows.import_id, importRows.record], set: { version: sql`excluded.version` } })
}

/** Whether these cells change the record. */
const differs = (before: AnyRow, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).some(([name, value]) => {
    const [old, next] = [before[name], value]
    const isSameMoment = typeof old === 'string' && typeof next === 'string' && /\dT\d/.test(old) && Date.parse(old) === Date.parse(next)
    return !isSameMoment && JSON.stringify(old ?? null) !== JSON.stringify(next ?? null)
  })

async function storeRow(
  storing: Storing,
  row: number,
  { values }: Read,
  before: AnyRow | null,
): Promise<'created' | 'updated' | 'skipped'> {
  const { platform, db, user, shape, stored, after } = storing
  if (before && (stored.duplicates === 'skip' || !differs(before, values))) return 'skipped'
  const write = (tx: Db) => {
    if (!before) return createRow(platform, shape, rowRequest(user, tx, after, { body: values }))
    const more = { body: values, params: { id: String(before.id) }, mask: Object.keys(values) }
    return updateRow(platform, shape, rowRequest(user, tx, after, more))
  }
  // A savepoint: a failed row does not affect the others of its part.
  const written = await db.transaction(write)
  await remember(storing, [{ row, before, after: written }])
  return before ? 'updated' : 'created'
}

/** Creates new records together if the section allows it; none if one is refused. */
async function createAll(storing: Storing, fresh: readonly { one: SheetRow; read: Read }[]): Promise<ReadonlySet<SheetRow>> {
  const { platform, db, user, shape, after } = storing
  if (fresh.length < 2 || !mayCreateTogether(shape)) return new Set()
  // Deferred work of rolled back rows is dropped.
  const later: Work[] = []
  try {
    await db.transaction(async (tx) => {
      const request = rowRequest(user, tx, (work) => void later.push(work))
      const made = await createRows(
        platform,
        shape,
        request,
        fresh.map(({ read }) => read.values),
      )
      const records = made.map((row, at) => ({ row: fresh[at]?.one.row ?? 0, before: null, after: row }))
      await remember({ ...storing, db: tx }, records)
    })
    later.forEach(after)
    return new Set(fresh.map(({ one }) => one))
  } catch (error) {
    const refusal = toApiError(error)
    if (!refusal || refusal.status >= 500) throw error
    // Row by row, it is known which one failed.
    return new Set()
  }
}

/** Returns the first readable row of each key without a record. */
function freshRows(rows: readonly { one: SheetRow; read: Read }[], records: ReadonlyMap<string, AnyRow>, key: string) {
  const first = new Map(rows.toReversed().map((row) => [toText(row.read.values[key]), row]))
  return rows.filter((row) => {
    const value = toText(row.read.values[key])
    return !row.read.bad.length && !row.one.repeats && first.get(value) === row && !records.has(value)
  })
}

/** Stores a part of a section without own rules. */
export async function storeRows(storing: Storing, list: readonly SheetRow[]): Promise<Counts> {
  const { db, shape, stored, user } = storing
  const key = shape.section.import?.key ?? ''
  const counts: Required<Counts> = { created: 0, updated: 0, skipped: 0, failures: [], warnings: [] }
  await oneAtATime(storing)
  const idOf = await targetsOf(
    db,
    importFields(shape.section),
    list.map(({ cells }) => cells),
  )
  const rows = list.map((one) => ({ one, read: readCells(shape, one, idOf) }))
  const records = await recordsOf(
    storing,
    rows.flatMap(({ read }) => (read.bad.length || read.values[key] === undefined ? [] : [read.values[key]])),
  )
  const mayUpdate = user.permissions.has(`update ${shape.section.permission}`)
  const created = await createAll(storing, freshRows(rows, records, key))
  const seen = new Set<string>()
  for (const { one, read } of rows) {
    await yieldToEventLoop()
    if (!read.bad.length) counts.warnings.push(...read.warnings)
    const value = toText(read.values[key])
    if (created.has(one)) {
      counts.created += 1
      seen.add(value)
      continue
    }
    const before = records.get(value) ?? null
    if (read.bad.length) {
      counts.failures.push(...failuresOf(one, read.bad))
      continue
    }
    // Of rows with equal keys the first counts; with 'update' each overrides the one before.
    if (seen.has(value) || (one.repeats && stored.dry_run)) {
      const again =
        stored.duplicates === 'update' && !stored.dry_run ? (await recordsOf(storing, [read.values[key]])).get(value) : undefined
      if (!again) {
        counts[stored.duplicates === 'update' ? 'updated' : 'skipped'] += 1
        continue
      }
      records.set(value, again)
    }
    if (before && stored.duplicates === 'update' && !mayUpdate) {
      counts.failures.push(...failuresOf(one, [{ field: key, problem: problem('not_allowed') }]))
      continue
    }
    try {
      counts[await storeRow(storing, one.row, read, records.get(value) ?? null)] += 1
      seen.add(value)
    } catch (error) {
      counts.failures.push(...failuresOf(one, refusedFields(error, key)))
    }
  }
  return counts
}
