/** Handlers of performance (contract/reports/performance.ts). */
import type { Hono } from 'hono'
import { workbookType } from '#contract/import/import-calls.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import { maxSize } from '#contract/kit/field/paging.ts'
import { inPercent } from '#contract/market/performance.ts'
import {
  byRecommendation,
  byRecommendationExport,
  categoryFields,
  performanceGraph,
  performanceSummary,
  pointFields,
  resultFields,
  topLoss,
  topProfit,
} from '#contract/reports/performance.ts'
import { unknownField } from '#server/crud/query/list-sql.ts'
import { pageOf } from '#server/crud/query/plain-list.ts'
import { xlsxWriter } from '#server/crud/sheets/xlsx-stream.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { FileBody } from '#server/platform/http/reply.ts'
import { benchmarkFactors } from '../stocks/benchmark.ts'
import { recommendationsIn } from './by-recommendation.ts'
import { type Period, periodOf, returnsIn, summaryOf, topOf } from './performance.ts'

/** Both start at 0 before the period's first day; without positions, a day leaves the portfolio unchanged. */
async function graphOf(db: Db, period: Period): Promise<{ data: RowOf<typeof pointFields>[]; is_index: boolean }> {
  const { returns } = await returnsIn(db, period)
  const [first] = returns.days
  if (!first) return { data: [], is_index: false }
  const wealth = new Map(returns.days.map((day) => [day.date, day.wealth]))
  const market = await benchmarkFactors(db, period.from ?? first.date, period.to)
  const factors = new Map(market.map(({ date, factor }) => [date, factor]))
  let [own, index] = [1, 1]
  const data = [...new Set([...wealth.keys(), ...factors.keys()])].sort().map((date) => {
    own = wealth.get(date) ?? own
    index *= factors.get(date) ?? 1
    return { date, portfolio: inPercent(own - 1) ?? 0, index: inPercent(index - 1) ?? 0 }
  })
  return { data, is_index: market.length > 0 && market.every((day) => day.is_index) }
}

function workbook(rows: readonly Readonly<Record<string, unknown>>[]): Uint8Array {
  const made: Uint8Array[] = []
  const names = Object.keys(categoryFields)
  const writer = xlsxWriter('recommendation', names, (bytes) => void made.push(bytes))
  const cell = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : null)
  writer.rows(rows.map((row) => names.map((name) => cell(row[name]))))
  writer.end()
  return Buffer.concat(made)
}

export function mountPerformance(app: Hono, platform: Platform): void {
  mount(app, platform, performanceSummary, async ({ db, list, query }) => {
    const [summary] = pageOf(list, [await summaryOf(db, periodOf(query))]).data
    if (!summary) throw unknownField('query', 'page')
    return summary
  })
  mount(app, platform, performanceGraph, async ({ db, list, query }) => {
    const { data, is_index } = await graphOf(db, periodOf(query))
    return { data: pageOf(list, data, pointFields).data, is_index }
  })
  mount(app, platform, topProfit, async ({ db, list, query }) => pageOf(list, await topOf(db, periodOf(query), 1), resultFields))
  mount(app, platform, topLoss, async ({ db, list, query }) => pageOf(list, await topOf(db, periodOf(query), -1), resultFields))
  mount(app, platform, byRecommendation, async ({ db, list, query }) =>
    pageOf(list, await recommendationsIn(db, periodOf(query)), categoryFields),
  )
  mount(app, platform, byRecommendationExport, async ({ db, list, query, user, address }) => {
    const period = periodOf(query)
    const { data: rows } = pageOf({ ...list, page: 1, size: maxSize }, await recommendationsIn(db, period), categoryFields)
    const detail = `recommendations by category: ${rows.length} rows as xlsx`
    await platform.securityLog.write(db, { event: 'export', user: user.id, name: user.name, address, detail })
    return new FileBody(workbook(rows), workbookType, `recommendations-${period.to}.xlsx`)
  })
}
