/** GET /export: the leads of a filtered list as xlsx or csv, made while it is sent (part-1 section 5, 'Export by date'). */
import { and, inArray } from 'drizzle-orm'
import type { Hono } from 'hono'
import { byteOrderMark, csvLine } from '#contract/import/safe-cell.ts'
import { type ListQuery, parseListQuery, parseRange } from '#contract/kit/list-query.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { exportHeaders, leadExport } from '#contract/lead-import.ts'
import { exportDateFields, exportProblem } from '#contract/lib/export-rule.ts'
import { wibDay, wibText } from '#contract/lib/wib.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { conditionOf, orderOf } from '#server/crud/list-sql.ts'
import { recordsOf } from '#server/crud/nested.ts'
import { scopeOf } from '#server/crud/read.ts'
import { only, selectRows } from '#server/crud/rows.ts'
import { readableNames } from '#server/crud/shape.ts'
import { leads } from '#server/db/crm.ts'
import type { CurrentUser, Platform } from '#server/platform/context.ts'
import { type CallRequest, mount } from '#server/platform/mount.ts'
import { ApiError } from '#server/platform/problem.ts'
import { Download } from '#server/platform/reply.ts'
import { leadsApi } from './api.ts'
import { type Cell, xlsxWriter } from './xlsx-stream.ts'

const { shape } = leadsApi
const pageSize = 500
/** What one sheet of a workbook holds, its header included. */
const sheetRows = 1_048_576

const moment = (value: unknown): Cell => (typeof value === 'string' && value ? { moment: value } : null)
const text = (value: unknown): Cell => (value === null || value === undefined ? null : String(value))
const list = (values: readonly unknown[]): Cell =>
  values
    .filter((value) => value !== '' && value != null)
    .map(String)
    .join(', ') || null

/** Headers that an import knows again, in the order of a call. */
const columns: readonly { header: string; needs: string; cell: (row: Record<string, unknown>) => Cell }[] = [
  { header: 'Name', needs: 'name', cell: (row) => text(row.name) },
  { header: 'Phone', needs: 'phone', cell: (row) => text(row.phone) },
  { header: 'Email', needs: 'email', cell: (row) => text(row.email) },
  { header: 'City', needs: 'city', cell: (row) => text(row.city) },
  { header: 'Status', needs: 'status', cell: (row) => text(row.status) },
  { header: 'Campaign', needs: 'campaign_name', cell: (row) => text(row.campaign_name) },
  { header: 'Source', needs: 'lead_sources', cell: (row) => list(recordsOf(row.lead_sources).map(({ source }) => source)) },
  { header: 'Sales', needs: 'sales_name', cell: (row) => text(row.sales_name) },
  { header: 'Tags', needs: 'tags', cell: (row) => list(Array.isArray(row.tags) ? row.tags : []) },
  { header: 'Notes', needs: 'notes', cell: (row) => text(row.notes) },
  { header: 'Last follow up', needs: 'last_follow_up', cell: (row) => moment(row.last_follow_up) },
  { header: 'Next follow up', needs: 'next_follow_up', cell: (row) => moment(row.next_follow_up) },
  { header: 'Created', needs: 'created_at', cell: (row) => moment(row.created_at) },
  { header: 'Created by', needs: 'created_by', cell: (row) => text(row.created_by) },
  { header: 'Updated', needs: 'updated_at', cell: (row) => moment(row.updated_at) },
]

type Format = 'xlsx' | 'csv'
type Out = (bytes: Uint8Array<ArrayBuffer>) => void

const types: Readonly<Record<Format, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

const plain = (cell: Cell) =>
  cell === null ? '' : typeof cell === 'object' ? wibText(new Date(cell.moment)).slice(0, 16).replace('T', ' ') : String(cell)

function csvWriter(header: readonly string[], out: Out) {
  const encode = new TextEncoder()
  const write = (rows: readonly (readonly Cell[])[]) =>
    out(Uint8Array.from(encode.encode(rows.map((row) => csvLine(row.map(plain))).join(''))))
  out(Uint8Array.from(encode.encode(byteOrderMark)))
  write([header])
  return { rows: write, end: () => undefined }
}

/** The first date filter that the rule looks at names the file by its days. */
function fileName({ filters }: ListQuery, format: Format): string {
  const dated = filters.find(({ field }) => exportDateFields.some((each) => each === field))
  const { from, to } = parseRange(dated?.values[0] ?? '') ?? {}
  const day = (value: string | undefined) => (value && value.length > 10 ? wibDay(new Date(value)) : value)
  return `leads-${day(from)}_${day(to)}.${format}`
}

/** Only the numbers of the leads are cached, so the order is that of the list and the rows come a page at a time. */
async function idsOf(platform: Platform, user: CurrentUser, query: ListQuery): Promise<number[]> {
  const { db } = platform.database
  const names = readableNames(shape, user)
  const where = and(scopeOf(shape, user).where, conditionOf(shape, query, names, user))
  const found = await db
    .select({ id: leads.id })
    .from(leads)
    .where(where)
    .orderBy(...orderOf(shape, query.sort, names))
  return found.map(({ id }) => id)
}

async function rowsOf(platform: Platform, user: CurrentUser, ids: readonly number[]): Promise<AnyRow[]> {
  const { where } = scopeOf(shape, user)
  const found = await selectRows(platform.database.db, shape, { where: and(where, inArray(leads.id, [...ids])) })
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

async function exported(platform: Platform, { user, db, address, query: asked }: CallRequest): Promise<Download> {
  const format: Format = asked.format === 'csv' ? 'csv' : 'xlsx'
  const query = parseListQuery({ query: String(asked.query ?? ''), sort: String(asked.sort ?? '') })
  const refused = exportProblem(query.filters)
  if (refused) throw new ApiError('invalid', refused)
  const ids = await idsOf(platform, user, query)
  if (format === 'xlsx' && ids.length >= sheetRows) throw new ApiError('invalid', 'A sheet cannot hold so many rows. Choose csv.')
  const detail = `leads: ${ids.length} rows as ${format}`
  await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
  const names = readableNames(shape, user)
  const shown = columns.filter(({ needs }) => names.has(needs))
  const made: Uint8Array<ArrayBuffer>[] = []
  const writer = (format === 'csv' ? csvWriter : xlsxWriter)(
    shown.map(({ header }) => header),
    (bytes) => made.push(bytes),
  )
  let at = 0
  const nextPage = async () => {
    const rows = await rowsOf(platform, user, ids.slice(at, at + pageSize))
    writer.rows(rows.map((row) => shown.map(({ cell }) => cell(only(row, names)))))
    at += pageSize
    if (at >= ids.length) writer.end()
  }
  await nextPage()
  const soFar = made.reduce((sum, bytes) => sum + bytes.length, 0)
  const expected = Math.round(soFar * Math.max(1, ids.length / pageSize))
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      while (!made.length && at < ids.length) await nextPage()
      const bytes = made.shift()
      if (bytes) controller.enqueue(bytes)
      else controller.close()
    },
  })
  const headers = { [exportHeaders.rows]: String(ids.length), [exportHeaders.bytes]: String(expected) }
  return new Download(stream, fileName(query, format), types[format], headers)
}

export function mountLeadExport(app: Hono, platform: Platform, at: string): void {
  const call = { ...leadExport, path: at + leadExport.path.slice(section.path.length) }
  mount(app, platform, call, (request) => exported(platform, request))
}
