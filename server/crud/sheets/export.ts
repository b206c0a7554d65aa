/** Streams rows of a filtered list as xlsx or csv: only all ids and one part of the records are in memory. */

import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type ListQuery, parseRange } from '#contract/kit/field/list-query.ts'
import { exportDateFields, exportProblem } from '#contract/kit/section/export-rule.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type ExportFormat, exportHeaders } from '#contract/kit/section/sheet.ts'
import { parseDateText } from '#contract/lib/date-text.ts'
import { wibDay } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { Download } from '#server/platform/http/reply.ts'
import { conditionOf, orderOf } from '../query/list-sql.ts'
import { ownRows, resolveMatching, scopeOf } from '../query/read.ts'
import { only, selectRows } from '../query/rows.ts'
import { readableNames, type Shape } from '../query/shape.ts'
import { columnsOf, type SheetColumn } from './cells.ts'
import { csvWriter } from './csv-stream.ts'
import { labelsOf } from './labels.ts'
import { streamParts } from './stream-parts.ts'
import { xlsxWriter } from './xlsx-stream.ts'

const partRows = 500
/** Rows per sheet of a workbook, with header. */
const sheetRows = 1_048_576

export const sheetTypes: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Named by the days of its first date filter, else by today. */
function fileName({ section }: Shape, { filters }: ListQuery, name: string, format: ExportFormat): string {
  const dates = section.export?.dateRule ? exportDateFields : section.list.dates
  const dated = filters.find(({ field }) => dates.some((each) => each === field))
  const value = dated?.values[0] ?? ''
  const range = parseRange(value)
  const [from, to] = [range?.from ?? '', range?.to ?? ''].map((text) => parseDateText(text)?.slice(0, 10))
  const days = from && to ? `${from}_${to}` : (parseDateText(value)?.slice(0, 10) ?? wibDay(new Date()))
  return `${name}-${days}.${format}`
}

/** Returns all readable columns, or the requested ones. Throws 422 for an unknown one. */
function shownColumns(all: readonly SheetColumn[], names: ReadonlySet<string>, asked: unknown): SheetColumn[] {
  const columns = all.filter(({ needs }) => names.has(needs))
  if (typeof asked !== 'string' || asked === '') return columns
  return [...new Set(asked.split(','))].flatMap((name) => {
    const found = columns.filter(({ needs }) => needs === name)
    if (!found.length) throw fieldError('columns', 'choice')
    return found
  })
}

/** Condition of the list for this person. */
const whereOf = (shape: Shape, user: CurrentUser, query: ListQuery) =>
  and(scopeOf(shape, user).where, conditionOf(shape, query, readableNames(shape, user), user))

/** In list order. */
async function idsOf(platform: Platform, shape: Shape, user: CurrentUser, query: ListQuery): Promise<number[]> {
  const { db } = platform.database
  const names = readableNames(shape, user)
  const where = whereOf(shape, user, query)
  const found = await db
    .select({ id: shape.table.id })
    .from(shape.table)
    .where(where)
    .orderBy(...orderOf(shape, query.sort, names))
  return found.map(({ id }) => Number(id))
}

async function rowsOf(platform: Platform, shape: Shape, user: CurrentUser, ids: readonly number[]): Promise<AnyRow[]> {
  const { db } = platform.database
  const where = and(scopeOf(shape, user).where, inArray(shape.table.id, [...ids]))
  const found = await ownRows(db, shape, user, await selectRows(db, shape, { where }))
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Maximum length of a cell's text. */
const cellCharacters = 32_767

/** Throws 422 for texts longer than a cell of a workbook: cut ones could not be imported again. */
async function refuseLongTexts(db: Db, shape: Shape, where: SQL | undefined, columns: readonly SheetColumn[]): Promise<void> {
  const long = columns.flatMap(({ needs }) => {
    const column = shape.columns[needs]
    return column && shape.fields[needs]?.kind === 'richText' ? [sql`length(${column}) > ${cellCharacters}`] : []
  })
  if (!long.length) return
  const [found] = await db
    .select({ id: shape.table.id })
    .from(shape.table)
    .where(and(where, or(...long)))
    .limit(1)
  if (found) throw new ApiError('invalid', 'A cell cannot hold so long a text. Choose csv.')
}

interface OwnSheet {
  /** Begins the file's name. */
  name: string
  columns: readonly SheetColumn[]
}

/** The rows of a list, whole, for what a request asks of the list. `own`: other columns than the section's. Throws 422. */
export async function exportList(platform: Platform, shape: Shape, request: CallRequest, own?: OwnSheet): Promise<Download> {
  const { user, db, address, query: asked, list } = request
  const { section } = shape
  const format: ExportFormat = asked.format === 'csv' ? 'csv' : 'xlsx'
  const query = await resolveMatching(platform, shape, list)
  const refused = section.export?.dateRule ? exportProblem(query.filters) : null
  if (refused) throw new ApiError('invalid', refused)
  const names = readableNames(shape, user)
  const columns = shownColumns(own?.columns ?? shape.hooks.sheet ?? columnsOf(shape), names, asked.columns)
  const ids = await idsOf(platform, shape, user, query)
  if (format === 'xlsx' && ids.length >= sheetRows) throw new ApiError('invalid', 'A sheet cannot hold so many rows. Choose csv.')
  if (format === 'xlsx') await refuseLongTexts(db, shape, whereOf(shape, user, query), columns)
  const detail = `${section.name}: ${ids.length} rows as ${format}`
  await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
  const made: Uint8Array<ArrayBuffer>[] = []
  const header = columns.map((column) => column.header)
  const out = (bytes: Uint8Array<ArrayBuffer>) => void made.push(bytes)
  const writer = format === 'csv' ? csvWriter(header, out) : xlsxWriter(section.name, header, out)
  let at = 0
  const nextPart = async (): Promise<boolean> => {
    const rows = await rowsOf(platform, shape, user, ids.slice(at, at + partRows))
    const labelOf = await labelsOf(platform.database.db, section.fields, shape.hooks.sheet ? [] : rows)
    writer.rows(
      rows.map((row) => {
        const seen = only(row, names)
        return columns.map(({ cell }) => cell(seen, labelOf))
      }),
    )
    at += partRows
    if (at >= ids.length) writer.end()
    return at < ids.length
  }
  const hasMore = await nextPart()
  const soFar = made.reduce((sum, bytes) => sum + bytes.length, 0)
  const expected = Math.round(soFar * Math.max(1, ids.length / partRows))
  const headers = { [exportHeaders.rows]: String(ids.length), [exportHeaders.bytes]: String(expected) }
  return new Download(
    streamParts(made, nextPart, hasMore),
    fileName(shape, query, own?.name ?? section.name, format),
    sheetTypes[format],
    headers,
  )
}
