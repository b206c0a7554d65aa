import { useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { priceColumns, type RawPrice } from '#contract/market/price-file.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { readPrices } from './read-prices.ts'

interface PriceVerdict {
  row: number
  code: string
  date: string
  verdict: 'created' | 'updated' | 'unchanged' | 'refused'
  field: string | null
  problem: string | null
  message: string | null
}

export interface Outcome {
  created: number
  updated: number
  unchanged: number
  refused: number
  alerts: number
  verdicts: PriceVerdict[]
}

const call = sectionCall(stock, 'importPrices')
/** Rows per request, whose text stays well under the server's megabyte. */
const partRows = 2_000

const cell = (value: unknown) => `"${toText(value).replaceAll('"', '""')}"`
const csvOf = (rows: readonly RawPrice[]) =>
  [priceColumns.join(), ...rows.map((row) => priceColumns.map((name) => cell(row[name])).join())].join('\n')

/** Sends the rows in parts; results refer to lines of the file. */
async function sendAll(rows: readonly RawPrice[], dry_run: boolean, onPercent: (percent: number) => void): Promise<Outcome> {
  const all: Outcome = { created: 0, updated: 0, unchanged: 0, refused: 0, alerts: 0, verdicts: [] }
  for (let at = 0; at < rows.length; at += partRows) {
    const part = rows.slice(at, at + partRows)
    const found = await request<Outcome>(call, { body: { csv: csvOf(part), dry_run } })
    for (const name of ['created', 'updated', 'unchanged', 'refused', 'alerts'] as const) all[name] += found[name]
    all.verdicts.push(...found.verdicts.map((verdict) => ({ ...verdict, row: part[verdict.row - 2]?.row ?? verdict.row })))
    onPercent((Math.min(rows.length, at + partRows) / rows.length) * 100)
  }
  return all
}

export function usePriceFile() {
  const [name, setName] = useState<string | null>(null)
  const [rows, setRows] = useState<readonly RawPrice[]>([])
  const [found, setFound] = useState<Outcome | null>(null)
  const [isStored, setStored] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [percent, setPercent] = useState<number | null>(null)

  async function run(work: () => Promise<void>) {
    setPercent(0)
    setTrouble(null)
    try {
      await work()
    } catch (error) {
      setTrouble(error instanceof ApiError && !error.offline ? localised(error.message) : t('connection.none'))
    } finally {
      setPercent(null)
    }
  }
  async function check(file: File) {
    setName(file.name)
    setFound(null)
    setStored(false)
    setRows([])
    const read = await readPrices(file)
    if (!read?.length) return setTrouble(t('stock.prices.unreadable'))
    setRows(read)
    setFound(await sendAll(read, true, setPercent))
  }
  async function keep() {
    setFound(await sendAll(rows, false, setPercent))
    setStored(true)
    await queryClient.invalidateQueries()
  }
  return {
    ...{ name, found, isStored, trouble, busy: percent !== null, percent: percent ?? 0 },
    choose: (file: File) => void run(() => check(file)),
    store: () => void run(keep),
  }
}
