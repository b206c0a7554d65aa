/** Reads a file as rows of texts by field, in parts kept in the database until stored. */

import { eq, sql } from 'drizzle-orm'
import { tooManyRows } from '#contract/import/file-problem.ts'
import { importLimits } from '#contract/import/limits.ts'
import { normaliseCell } from '#contract/import/normalise.ts'
import { decimalMarkOf, unmistakableDecimal } from '#contract/import/read-number.ts'
import type { ImportTable, TableRow } from '#contract/import/read-table.ts'
import { otherContacts, rowTexts } from '#contract/import/row-texts.ts'
import { excerptOf } from '#contract/import/safe-cell.ts'
import { type ColumnMapping, importFields } from '#contract/import/sheet-columns.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { importParts, imports, type SheetRow, type StoredTable } from '#server/db/tables/imports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { readInThread } from './read-thread.ts'
import type { Importable } from './rules.ts'
import type { StoredImport } from './state.ts'

/** Fields of the file's columns, if read. */
interface Columns {
  header: string[]
  mapping: (string | null)[]
  table_read: StoredTable
}

export type ReadFile = { ok: true; rows: SheetRow[]; columns: Columns } | { ok: false; code: string; message: string; columns?: Columns }

/** Characters of a row that tell which one it is. */
const maxShown = 60

const describeTable = ({ sheet, sheets = [], headerRow, top, hiddenRows }: ImportTable): StoredTable => ({
  ...{ sheet: sheet ?? null, sheets, header_row: headerRow, hidden_rows: hiddenRows },
  top: top.map(({ number, cells }) => ({
    row: number,
    cells: excerptOf(cells.filter((cell) => cell !== '').join(' · ')).slice(0, maxShown),
  })),
})

/** What the numbers of each column say of their decimal mark. */
function decimalMarks(section: Section, mapping: ColumnMapping, rows: readonly TableRow[]): ('.' | ',' | null)[] {
  const fields = importFields(section)
  return mapping.map((name, at) => {
    const field = name === null ? undefined : fields[name]
    return field && isNumeric(field.kind) ? decimalMarkOf(rows.map(({ cells }) => cells[at] ?? '')) : null
  })
}

/** Reads an import's file. Returns an error text for an invalid file, too many rows or absent columns. */
export async function readFile(platform: Platform, { shape, rules }: Importable, stored: StoredImport): Promise<ReadFile> {
  const { section } = shape
  const { file, mapping, file_name, table_choice: choice } = stored
  const found = await platform.temporaryFiles.read(sha256Of(file?.url ?? '') ?? '', file_name)
  const read = await readInThread({ bytes: found?.content ?? new Uint8Array(), choice, known: rules.headers(section) })
  if (!read.ok) return read
  const { header, rows } = read.table
  if (rows.length > importLimits.rows) return { ok: false, code: 'too_many_rows', message: tooManyRows().message }
  const chosen = mapping ?? rules.guess(section, header)
  const columns = { header, mapping: [...chosen], table_read: describeTable(read.table) }
  const refused = rules.refuse(section, chosen, stored)
  if (refused) return { ok: false, code: 'mapping', message: refused, columns }
  const keyName = section.import?.key ?? ''
  const keyField = importFields(section)[keyName]
  const keys = new Set<string>()
  const marks = decimalMarks(section, chosen, rows)
  const list = rows.map(({ number, cells }): SheetRow => {
    const plain = cells.map((text, at) => (marks[at] ? unmistakableDecimal(text, marks[at]) : text))
    const { texts, others, errors } = rowTexts(chosen, plain)
    const cell = texts[keyName] ?? ''
    const key = toText(keyField ? normaliseCell(keyField, cell) : cell).toLowerCase()
    const repeats = keys.has(key)
    keys.add(key)
    if (rules.others && others.length) texts[rules.others] = otherContacts(others)
    const wrong = errors.map(({ target, text }) => ({ field: target, value: text }))
    return { row: number, cells: texts, ...(repeats && { repeats: true as const }), ...(wrong.length && { doubts: wrong }) }
  })
  return { ok: true, columns, rows: rules.arrange?.(list) ?? list }
}

export async function writeParts(db: Db, id: number, rows: readonly SheetRow[], partRows: number): Promise<void> {
  for (let number = 0; number * partRows < rows.length; number++) {
    await db.insert(importParts).values({ import_id: id, number, rows: rows.slice(number * partRows, (number + 1) * partRows) })
    await yieldToEventLoop()
  }
}

export async function readPart(db: Db, id: number, number: number): Promise<SheetRow[] | null> {
  const [found] = await db
    .select({ rows: importParts.rows })
    .from(importParts)
    .where(sql`${importParts.import_id} = ${id} and ${importParts.number} = ${number}`)
  return found?.rows ?? null
}

/** Drops an import's file, also from disk unless another import still reads it. */
export async function dropFile(platform: Platform, { id, file }: StoredImport, began = new Date()): Promise<void> {
  const { db } = platform.database
  await db.update(imports).set({ file: null }).where(eq(imports.id, id))
  const sha256 = sha256Of(file?.url ?? '')
  if (!sha256) return
  const [other] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(sql`${imports.file} ->> 'url' like ${`%/${sha256}/%`}`)
    .limit(1)
  if (!other) await platform.temporaryFiles.remove(sha256, began)
}
