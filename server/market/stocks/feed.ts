/** Price feed: a job that polls the source every quarter of an hour. On failure old prices stay, and the job has the error. */
import { ImportFileError } from '#contract/import/file-problem.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { type RawPrice, readPriceText } from '#contract/market/price-file.ts'
import { outgoing } from '#server/platform/core/outgoing.ts'
import { type JobKind, jobKind } from '#server/platform/jobs/kind.ts'
import { storePrices } from './store-prices.ts'

const waitMs = 20_000
const maxBytes = 20_971_520
/** Rows per commit. */
const partRows = 2_000

/** Parses a feed: JSON (a list, or `{ rows }`) or separated values. Throws for others. */
export function readFeed(text: string): RawPrice[] {
  if (!/^\s*[[{]/.test(text)) return readPriceText(text)
  const read: unknown = JSON.parse(text)
  const rows = isRecord(read) ? read.rows : read
  if (!Array.isArray(rows)) throw new ImportFileError('not_spreadsheet')
  return rows.flatMap((row: unknown, at) => (isRecord(row) ? [{ ...row, row: at + 1 }] : []))
}

async function limited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body)
    for await (const chunk of response.body) {
      size += chunk.byteLength
      if (size > maxBytes) throw new Error('The price source sent more than 20 MB.')
      chunks.push(chunk)
    }
  return Buffer.concat(chunks).toString('utf8')
}

/** Fetches the source's current rows. Throws with a message for people. */
export async function fetchFeed(url: string): Promise<RawPrice[]> {
  const response = await outgoing(url, { method: 'GET', headers: { accept: 'application/json, text/csv' }, within: waitMs })
  if (response.ok) return readFeed(await limited(response))
  await response.body?.cancel()
  throw new Error(`The price source answered ${response.status}.`)
}

/** Idempotent: stored prices change nothing. */
export const priceFeed = (url: string): JobKind =>
  jobKind('price-feed', 'house', async (run) => {
    const rows = await fetchFeed(url)
    for (let at = 0; at < rows.length; at += partRows) {
      const part = rows.slice(at, at + partRows)
      await run.commit(async (tx) => {
        const { verdicts } = await storePrices(run.platform, tx, part)
        const refused = verdicts.filter(({ verdict }) => verdict === 'refused').length
        if (refused) run.platform.log.warn({ refused, of: part.length }, 'rows of the price source were refused')
        return { done: Math.min(rows.length, at + partRows), total: rows.length, items: part.length }
      })
    }
    return 'done'
  })
