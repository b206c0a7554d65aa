/** Reads a file as rows of texts by field, in parts kept in the database until stored. */

import { eq, sql } from 'drizzle-orm'
import { tooManyRows } from '#contract/import/file-problem.ts'
import { importLimits } from '#contract/import/limits.ts'
import { normaliseCell } from '#contract/import/normalise.ts'
import { type ColumnMapping, importFields } from '#contract/import/sheet-columns.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { importParts, imports, type SheetRow } from '#server/db/tables/imports.ts'
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
}

export type ReadFile = { ok: true; rows: SheetRow[]; columns: Columns } | { ok: false; code: string; message: string; columns?: Columns }

const columnsOf = (mapping: ColumnMapping) => mapping.flatMap((name, at) => (name ? [[name, at] as const] : []))

/** Reads an import's file. Returns an error text for an invalid file, too many rows or absent columns. */
export async function readFile(platform: Platform, { shape, rules }: Importable, stored: StoredImport): Promise<ReadFile> {
  const { section } = shape
  const { file, mapping, file_name } = stored
  const found = await platform.temporaryFiles.read(sha256Of(file?.url ?? '') ?? '', file_name)
  const read = await readInThread({ bytes: found?.content ?? new Uint8Array() })
  if (!read.ok) return read
  const { header, rows } = read.table
  if (rows.length > importLimits.rows) return { ok: false, code: 'too_many_rows', message: tooManyRows().message }
  const chosen = mapping ?? rules.guess(section, header)
  const columns = { header, mapping: [...chosen] }
  const refused = rules.refuse(section, chosen, stored)
  if (refused) return { ok: false, code: 'mapping', message: refused, columns }
  const named = columnsOf(chosen)
  const keyName = section.import?.key ?? ''
  const keyAt = chosen.indexOf(keyName)
  const keyField = importFields(section)[keyName]
  const keys = new Set<string>()
  const list = rows.map(({ number, cells }): SheetRow => {
    const cell = cells[keyAt] ?? ''
    const key = toText(keyField ? normaliseCell(keyField, cell) : cell).toLowerCase()
    const repeats = keys.has(key)
    keys.add(key)
    const filled = named.flatMap(([name, at]) => (cells[at]?.trim() ? [[name, cells[at] ?? ''] as const] : []))
    return { row: number, cells: Object.fromEntries(filled), ...(repeats && { repeats: true as const }) }
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
