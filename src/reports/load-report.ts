import { notFound } from '@tanstack/react-router'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { reports } from '#contract/reports/index.ts'
import { reportScreens } from '#contract/reports/screens.ts'
import { rowsOptions, totalOptions } from './report-queries.ts'
import { readReportState } from './report-state.ts'

/** The definition of the report at a path, with its words; its numbers are on their way when this is over. */
export async function loadReport(path: string, search: Readonly<Record<string, unknown>>): Promise<Report> {
  const screen = Object.hasOwn(reportScreens, path) ? reportScreens[path] : undefined
  if (!screen) throw notFound()
  const words = loadMessages('reports')
  const report = await reports[screen.report]()
  const state = readReportState(search, report, wibDay(new Date()))
  // However young the last read is: what changed while another screen was open came on no stream.
  const fresh = { staleTime: 0 }
  void queryClient.prefetchQuery({ ...rowsOptions(report, state), ...fresh })
  if (report.total !== false) void queryClient.prefetchQuery({ ...totalOptions(report, state), ...fresh })
  await words
  return report
}
