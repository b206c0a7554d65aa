/** Failed rows of an import: the first ones are kept in a table of their own, for display and correction. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ImportFailure } from '#contract/import/import-calls.ts'
import { excerptOf } from '#contract/import/safe-cell.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { headerOf } from '#contract/kit/section/sheet-header.ts'
import type { Db } from '#server/db/database.ts'
import { importFailures, type SheetRow } from '#server/db/tables/imports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { xlsxWriter } from '../sheets/xlsx-stream.ts'
import type { Importable } from './rules.ts'
import type { StoredImport } from './state.ts'

/** Per import. */
const maxRows = 1_000
/** Characters of all cells kept per import. */
const maxText = 5_000_000

type FailedRow = Pick<typeof importFailures.$inferSelect, 'row' | 'cells' | 'problems'>

const ofImport = (importId: number) => and(eq(importFailures.import_id, importId), eq(importFailures.is_warning, false))
const maxWarnings = 200

/** Stores failures of a part within the limits. `rows`: those of the part, if the server read them. */
export async function keepFailures(db: Db, importId: number, failures: readonly ImportFailure[], rows: readonly SheetRow[]): Promise<void> {
  if (!failures.length) return
  const [kept] = await db
    .select({ count: sql<number>`count(*)::int`, size: sql<number>`coalesce(sum(${importFailures.size}), 0)::int` })
    .from(importFailures)
    .where(ofImport(importId))
  let { count = 0, size: total = 0 } = kept ?? {}
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  const made: (typeof importFailures.$inferInsert)[] = []
  for (const row of new Set(failures.map((failure) => failure.row))) {
    const cells = cellsOf.get(row) ?? {}
    const size = Object.values(cells).reduce((sum, text) => sum + text.length, 0)
    if (count >= maxRows || total + size > maxText) break
    const problems = failures
      .filter((failure) => failure.row === row)
      .map(({ field, value, problem }) => ({ field, value: excerptOf(value), problem }))
    made.push({ import_id: importId, row, cells, problems, size })
    count += 1
    total += size
  }
  if (made.length) await db.insert(importFailures).values(made)
}

/** Stores the first doubts about rows that were stored. */
export async function keepWarnings(db: Db, importId: number, warnings: readonly ImportFailure[]): Promise<void> {
  if (!warnings.length) return
  const own = and(eq(importFailures.import_id, importId), eq(importFailures.is_warning, true))
  const left = maxWarnings - (await db.$count(importFailures, own))
  const made = warnings.slice(0, Math.max(0, left)).map(({ row, field, value, problem }) => {
    return { import_id: importId, row, is_warning: true, problems: [{ field, value: excerptOf(value), problem }] }
  })
  if (made.length) await db.insert(importFailures).values(made)
}

/** Returns the kept doubts, in order. Empty for a running import, as of failures. */
export async function readWarnings(db: Db, { id, state, in_parts }: StoredImport): Promise<ImportFailure[]> {
  if (!in_parts && (state === 'running' || state === 'undoing')) return []
  const { row, problems } = importFailures
  const own = and(eq(importFailures.import_id, id), eq(importFailures.is_warning, true))
  const rows = await db.select({ row, problems }).from(importFailures).where(own).orderBy(asc(importFailures.id))
  return rows.flatMap((warned) => warned.problems.map((found) => ({ row: warned.row, ...found })))
}

/** Returns the kept rows in order of failure. Their cells may be millions of characters. */
async function readRows(db: Db, importId: number): Promise<FailedRow[]> {
  const { row, cells, problems } = importFailures
  return db.select({ row, cells, problems }).from(importFailures).where(ofImport(importId)).orderBy(asc(importFailures.id))
}

/** How many rows are kept. */
export const countFailedRows = (db: Db, { id }: StoredImport): Promise<number> => db.$count(importFailures, ofImport(id))

/** Returns the failures, one per cell of kept rows. Empty for a running import, whose state is polled. */
export async function readFailures(db: Db, { id, state, in_parts }: StoredImport): Promise<ImportFailure[]> {
  if (!in_parts && (state === 'running' || state === 'undoing')) return []
  const { row, problems } = importFailures
  const rows = await db.select({ row, problems }).from(importFailures).where(ofImport(id)).orderBy(asc(importFailures.id))
  return rows.flatMap((failed) => failed.problems.map((found) => ({ row: failed.row, ...found }))).slice(0, maxRows)
}

/** Columns of the file, with its own headers where an import recognises them. */
function columnsOf({ shape: { section }, rules }: Importable, { header, mapping }: StoredImport, rows: readonly FailedRow[]) {
  const fields = importFields(section)
  const read = (mapping ?? []).flatMap((name, at) => (name ? [[name, header[at] ?? ''] as const] : []))
  const names = [...new Set([...read.map(([name]) => name), ...rows.flatMap(({ problems }) => problems.map(({ field }) => field))])]
  const exported = names.map((name) => headerOf(name, fields[name] ?? { kind: 'text' }))
  const own = names.map((name, at) => read.find(([each]) => each === name)?.[1] || (exported[at] ?? ''))
  const isKnown = rules.guess(section, own).every((name, at) => name === names[at])
  return { names, headers: isKnown ? own : exported }
}

/** Returns a workbook of the rows not stored, each with its problems, to be corrected and imported again; null if there are none. */
export async function failureSheet(db: Db, importable: Importable, stored: StoredImport): Promise<Uint8Array | null> {
  const rows = await readRows(db, stored.id)
  if (!rows.length) return null
  const { names, headers } = columnsOf(importable, stored, rows)
  const made: Uint8Array[] = []
  const labelOf = (field: string) => headers[names.indexOf(field)] ?? field
  const writer = xlsxWriter(importable.shape.section.name, [...headers, 'Row', 'Problem'], (bytes) => void made.push(bytes))
  writer.rows(
    rows.map(({ row, cells, problems }) => [
      ...names.map((name) => cells[name] ?? problems.find(({ field }) => field === name)?.value ?? null),
      row,
      problems.map(({ field, problem }) => `${labelOf(field)}: ${problem.message}`).join('; '),
    ]),
  )
  writer.end()
  return Buffer.concat(made)
}

export const failureFileName = ({ file_name }: StoredImport): string => `${file_name.replace(/\.\w+$/, '')}-problems.xlsx`

/** Stores that workbook for the import's task. */
export async function storeFailureSheet(
  platform: Platform,
  db: Db,
  importable: Importable,
  stored: StoredImport,
): Promise<StoredFile | null> {
  const { privateFiles } = platform
  const sheet = await failureSheet(db, importable, stored)
  return sheet && privateFiles.store(await privateFiles.inspect(sheet, failureFileName(stored)), db)
}
