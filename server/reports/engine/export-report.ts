/** The rows of a report as a file, under the rule of exports (docs/product/lists.md#export-by-date). */
import type { Field } from '#contract/kit/field/field.ts'
import { maxSize } from '#contract/kit/field/paging.ts'
import type { ReportPeriod } from '#contract/kit/report/period.ts'
import { type Report, reportRowFields } from '#contract/kit/report/report.ts'
import { exportNeedsDate, exportProblem } from '#contract/kit/section/export-rule.ts'
import { exportedReports } from '#contract/reports/export-chat.ts'
import { csvWriter } from '#server/crud/sheets/csv-stream.ts'
import { sheetTypes } from '#server/crud/sheets/export.ts'
import { xlsxWriter } from '#server/crud/sheets/xlsx-stream.ts'
import { reportExports } from '#server/db/tables/reports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { FileBody } from '#server/platform/http/reply.ts'
import { readRows } from './read-report.ts'
import type { ReportSource } from './source.ts'

const cellOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : null)

/** Throws 422 where the rule of exports does not let a period through; it has to be named. */
export function assertExportable(query: Readonly<Record<string, unknown>>, { from, to }: Pick<ReportPeriod, 'from' | 'to'>): void {
  const refused = query.period == null ? exportNeedsDate : exportProblem([{ field: 'created_at', values: [`${from}..${to}`] }])
  if (refused) throw new ApiError('invalid', refused)
}

export async function exportReport(
  platform: Platform,
  report: Report,
  source: ReportSource,
  period: ReportPeriod,
  { db, user, query, list, address }: CallRequest,
): Promise<FileBody> {
  assertExportable(query, period)
  const format = query.format === 'csv' ? 'csv' : 'xlsx'
  const { data } = await readRows(report, source, { db, user, period, list: { ...list, page: 1, size: maxSize } })
  const detail = `${report.name}: ${data.length} rows as ${format}`
  await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
  const kept = exportedReports.find((each) => each === report.name)
  const who = { user_id: user.id, created_by: user.name }
  if (kept) await db.insert(reportExports).values({ report: kept, from_day: period.from, to_day: period.to, rows: data.length, ...who })
  const names = Object.entries<Field>(reportRowFields(report)).map(([name]) => name)
  const made: Uint8Array[] = []
  const out = (bytes: Uint8Array) => void made.push(bytes)
  const writer = format === 'csv' ? csvWriter(names, out) : xlsxWriter(report.name, names, out)
  writer.rows(data.map((row) => names.map((name) => cellOf(row[name]))))
  writer.end()
  return new FileBody(Buffer.concat(made), sheetTypes[format], `${report.name}-${period.from}_${period.to}.${format}`)
}
