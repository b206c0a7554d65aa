/** Sends waiting rows: built from the contract now, with the token of now (rules 3 to 7). Page and worker alike. */
import { syncHeaders } from '#contract/sync.ts'
import { createBatchSize } from '../row/batch-size.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import type { WireRequest } from '../wire/build-request.ts'
import { build } from '../wire/build-row.ts'
import type { Credentials } from '../wire/credentials.ts'
import { exchangeAs, orNoResponse, type TransportParts, withoutResponse } from '../wire/exchange-as.ts'
import { judge } from '../wire/verdict.ts'
import type { SendOptions, Transport } from './drain.ts'
import { sendPlain } from './plain-transport.ts'
import { sendBatch } from './send-batch.ts'
import { stageFiles } from './staging.ts'

async function sendOne(
  row: OutboxRow,
  credentials: Credentials,
  parts: TransportParts,
  { signal, onActivity }: SendOptions,
): Promise<Verdict> {
  const built = await build(row, parts)
  if (built.kind !== 'ready') return built
  const { call } = built
  const onProgress = row.files.length ? (percent: number) => parts.publish?.({ kind: 'sending', id: row.id, percent }) : undefined
  const send = (request: WireRequest, onPercent?: (percent: number) => void) =>
    exchangeAs(credentials, request, parts, { signal, onActivity, onProgress: onPercent })
  const verdict = await orNoResponse(credentials, parts, signal, async () => {
    const config = await parts.config()
    const staged = await stageFiles({ call, row, config, send, signal, now: parts.now, onProgress }, built.patch)
    if (staged.kind !== 'staged') return staged
    const request = built.request(staged.patch, config)
    request.headers[syncHeaders.key] = row.id
    const response = await send(request, staged.patch === built.patch ? onProgress : undefined)
    return judge(call, row, response, parts.now())
  })
  return verdict ?? withoutResponse(parts)
}

export function createTransport(parts: TransportParts): Transport {
  const batchSize = createBatchSize()
  return {
    capacity: batchSize.capacity,
    async send(rows, credentials, options) {
      if (rows.length > 1) return sendBatch(rows, credentials, parts, batchSize, options)
      const [row] = rows
      if (!row) return
      const verdict = await (row.plain ? sendPlain : sendOne)(row, credentials, parts, options)
      if (verdict.kind !== 'retry') batchSize.worked()
      options.onVerdict(row, verdict)
    },
  }
}
