import { notFound } from '@tanstack/react-router'
import { serverDate } from '#console/data/base/server-clock.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { reports } from '#contract/reports/index.ts'
import { activityPaths, reportScreens } from '#contract/reports/screens.ts'
import { exportsOptions, readExportsSearch } from './export-queries.ts'
import { rowsOptions, totalOptions } from './report-queries.ts'
import { readParts } from './report-state.ts'

// However young the last read is: what changed while another screen was open came on no stream.
const fresh = { staleTime: 0 }

/**
 * The definitions of the reports at a path, with their words; none for the history of exports, which has no numbers. What the screen reads
 * is on its way when this is over.
 */
export async function loadReport(path: string, search: Readonly<Record<string, unknown>>): Promise<readonly Report[]> {
  const screen = Object.hasOwn(reportScreens, path) ? reportScreens[path] : undefined
  if (!screen && path !== activityPaths.history) throw notFound()
  const words = loadMessages('reports')
  if (!screen) void queryClient.prefetchQuery({ ...exportsOptions(readExportsSearch(search).query), ...fresh })
  const found = await Promise.all((screen?.reports ?? []).map((name): Promise<Report> => reports[name]()))
  for (const { report, state } of readParts(found, search, wibDay(serverDate()))) {
    void queryClient.prefetchQuery({ ...rowsOptions(report, state), ...fresh })
    if (report.total !== false) void queryClient.prefetchQuery({ ...totalOptions(report, state), ...fresh })
  }
  await words
  return found
}
