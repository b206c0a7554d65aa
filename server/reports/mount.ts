import type { Hono } from 'hono'
import { resolvePeriod } from '#contract/kit/report/period.ts'
import { namedReportCalls, type Report, type ReportCallName } from '#contract/kit/report/report.ts'
import { leadSources } from '#contract/reports/lead-sources.ts'
import { newMembers } from '#contract/reports/new-members.ts'
import { salesActivity } from '#contract/reports/sales-activity.ts'
import { salesReport } from '#contract/reports/sales-report.ts'
import { scoreboard } from '#contract/reports/scoreboard.ts'
import { supportActivity } from '#contract/reports/support-activity.ts'
import { serverDay } from '#server/commerce/ledger.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { mountChatExport } from './activity/export-chat.ts'
import { salesActivitySource } from './activity/sales-activity.ts'
import { supportActivitySource } from './activity/support-activity.ts'
import { exportReport } from './engine/export-report.ts'
import { readChart, readRows, readTotal } from './engine/read-report.ts'
import type { ReportSource } from './engine/source.ts'
import { leadSourcesSource } from './sales/lead-sources.ts'
import { newMembersSource } from './sales/new-members.ts'
import { salesReportSource } from './sales/sales-report.ts'
import { scoreboardSource } from './sales/scoreboard.ts'

/** Each report with what it is made of. */
export const served: readonly (readonly [Report, ReportSource])[] = [
  [salesReport, salesReportSource],
  [scoreboard, scoreboardSource],
  [salesActivity, salesActivitySource],
  [supportActivity, supportActivitySource],
  [leadSources, leadSourcesSource],
  [newMembers, newMembersSource],
]

/** Throws 422 that names the parameter. */
async function periodOf(report: Report, { db, query }: CallRequest) {
  const result = resolvePeriod(query, report.period.dates, await serverDay(db))
  if (!result.ok) throw fieldError(result.field, result.code)
  return result.period
}

const names: readonly ReportCallName[] = ['list', 'total', 'chart', 'export']

function mountReport(app: Hono, platform: Platform, report: Report, source: ReportSource): void {
  const read: Record<ReportCallName, (request: CallRequest) => Promise<unknown>> = {
    list: async (request) => readRows(report, source, { ...request, period: await periodOf(report, request) }),
    total: async (request) => readTotal(report, source, { ...request, period: await periodOf(report, request) }),
    chart: async (request) => readChart(report, source, { ...request, period: await periodOf(report, request) }),
    export: async (request) => exportReport(platform, report, source, await periodOf(report, request), request),
  }
  const calls = namedReportCalls(report)
  for (const name of names) if (calls[name]) mount(app, platform, calls[name], read[name])
}

/** In every mode: what a console does not show is a matter of the console. */
export function mountReports(app: Hono, platform: Platform): void {
  for (const [report, source] of served) mountReport(app, platform, report, source)
  mountChatExport(app, platform)
}
