/** All calls of the contract, found by its modules' exports. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importCalls } from '#contract/import/import-calls.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type Report, reportCalls } from '#contract/kit/report/report.ts'
import { backOfficeTwin, inBackOffice } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { postTwin } from '#contract/kit/section/post-twin.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { sheetCalls } from '#contract/kit/section/sheet.ts'
import { trashCalls } from '#contract/kit/section/trash-calls.ts'
import { reports } from '#contract/reports/index.ts'
import { allSections } from './sections.ts'

const folder = resolve(import.meta.dirname, '../../contract')

function isCall(value: unknown): value is Call {
  return isRecord(value) && typeof value.path === 'string' && typeof value.offline === 'string' && isRecord(value.reply)
}

/** Each call with the constant that exports it, by itself or in a list. */
async function exported(): Promise<(readonly [constant: string, call: Call])[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const modules: unknown[] = await Promise.all(files.sort().map((name) => import(/* @vite-ignore */ join(folder, name))))
  return modules
    .flatMap((module) => Object.entries(module ?? {}))
    .flatMap(([constant, value]: [string, unknown]) => [value].flat().flatMap((each) => (isCall(each) ? [[constant, each] as const] : [])))
}

const exports = await exported()

/** Calls that no section has by its definition. */
export const irregularCalls: readonly Call[] = [...new Map(exports.map(([, call]) => [call.name, call])).values()]

/** The constants that export an irregular call, by its name. */
export const irregularNames: ReadonlyMap<string, readonly string[]> = new Map(
  irregularCalls.map(({ name }) => [name, exports.flatMap(([constant, call]) => (call.name === name ? [constant] : []))]),
)

export const allReports: readonly Report[] = await Promise.all(Object.values(reports).map((load): Promise<Report> => load()))

/** With their own path alone, not that of back-office mode. */
const ownCalls: readonly Call[] = [
  ...irregularCalls,
  ...allSections.flatMap(sectionCalls),
  ...allSections.flatMap(sheetCalls),
  ...allSections.flatMap(trashCalls),
  ...allSections.flatMap(importCalls),
  ...allReports.flatMap(reportCalls),
]

const twinsOf = (section: Section): Call[] =>
  ownCalls.filter((call) => inBackOffice(call, section) !== call).map((call) => backOfficeTwin(call, section))

const onBothPaths: readonly Call[] = [...ownCalls, ...allSections.flatMap(twinsOf)]

export const everyCall: readonly Call[] = [...onBothPaths, ...onBothPaths.flatMap((call) => postTwin(call) ?? [])]
