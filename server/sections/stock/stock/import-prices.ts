import { ImportFileError } from '#contract/import/file-problem.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type RawPrice, readPriceText } from '#contract/market/price-file.ts'
import type { Handler } from '#server/crud/rules.ts'
import { storePrices } from '#server/market/stocks/store-prices.ts'
import { fieldError } from '#server/platform/core/problem.ts'

/** Returns rows of either form. Throws 422 without rows, or for an invalid table. */
function rawRows({ rows, csv }: Readonly<Record<string, unknown>>): RawPrice[] {
  if (Array.isArray(rows) && rows.length) return rows.flatMap((row: unknown, at) => (isRecord(row) ? [{ ...row, row: at + 1 }] : []))
  if (typeof csv !== 'string') throw fieldError('rows', 'required')
  try {
    return readPriceText(csv)
  } catch (error) {
    if (error instanceof ImportFileError) throw fieldError('csv', 'type')
    throw error
  }
}

/** POST /emitten/in/v1/stock-prices/import. */
export const importPrices: Handler = async ({ db, body }, { platform }) => {
  const { verdicts, alerts } = await storePrices(platform, db, rawRows(body), { dryRun: body.dry_run === true })
  const count = (name: string) => verdicts.filter(({ verdict }) => verdict === name).length
  return {
    ...{ created: count('created'), updated: count('updated'), unchanged: count('unchanged'), refused: count('refused'), alerts },
    verdicts: verdicts.map((each) =>
      each.verdict === 'refused'
        ? {
            ...{ row: each.row, code: each.code, date: each.date, verdict: each.verdict },
            ...{ field: each.field, problem: each.problem.code, message: each.problem.message },
          }
        : { ...each, field: null, problem: null, message: null },
    ),
  }
}
