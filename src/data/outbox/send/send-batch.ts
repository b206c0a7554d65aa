/** Many rows in one request (contract/replay.ts), and what comes back of it for each. */

import { errorStatus, isRetryable } from '#contract/kit/field/errors.ts'
import { type ReplayEntry, replay } from '#contract/replay.ts'
import { predecessors } from '../row/batch.ts'
import type { BatchSize } from '../row/batch-size.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { buildRequest } from '../wire/build-request.ts'
import { build, type Config, type ReadyRow } from '../wire/build-row.ts'
import type { Credentials } from '../wire/credentials.ts'
import type { HttpResponse } from '../wire/exchange.ts'
import { exchangeAs, orNoResponse, type TransportParts, withoutResponse } from '../wire/exchange-as.ts'
import { readLine, toEntry } from '../wire/replay-request.ts'
import { judge } from '../wire/verdict.ts'
import type { SendOptions } from './drain.ts'

/** It was not attempted, so it is sent again at once, and not counted as an attempt. */
const behind: Verdict = { kind: 'hold', why: 'behind', error: null }

interface SentRow extends ReadyRow {
  row: OutboxRow
  after: readonly string[]
}

/** Rows that are to be sent; the others are judged here, and what stands behind them waits. */
async function prepare(
  rows: readonly OutboxRow[],
  { hosts }: Config,
  parts: TransportParts,
  batchSize: BatchSize,
  onVerdict: SendOptions['onVerdict'],
): Promise<Map<string, SentRow>> {
  const order = predecessors(rows)
  const asked = new Map<string, SentRow>()
  const left = new Set<string>()
  for (const row of rows) {
    const after = order.get(row.id) ?? []
    const built = after.some((id) => left.has(id)) ? behind : await build(row, parts)
    if (built.kind === 'ready' && hosts[built.call.host] === hosts.main) {
      asked.set(row.id, { ...built, row, after })
      continue
    }
    if (built.kind === 'ready') batchSize.sendSingly(row.id)
    left.add(row.id)
    onVerdict(row, built.kind === 'ready' ? behind : built)
  }
  return asked
}

/** Splits a stream of text into complete lines. */
function lineReader(onLine: (line: string) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}

/** The verdict on rows that the response has no line for, from its status. */
function judgeRest(response: HttpResponse | null, { call, row }: SentRow, parts: TransportParts): Verdict {
  if (!response || response.status < 300) return withoutResponse(parts)
  const { status } = response
  const isForAll = status === 401 || status === 421 || isRetryable(status)
  // Another error of the whole request says nothing of its rows: smaller batches are tried, at last single rows.
  return isForAll ? judge(call, row, response, parts.now()) : behind
}

/** A server of the contract before there was this call, or another that lacks it. */
const lacksCall = (response: HttpResponse | null) => response !== null && [404, 405, 501].includes(response.status)

export async function sendBatch(
  rows: readonly OutboxRow[],
  credentials: Credentials,
  parts: TransportParts,
  batchSize: BatchSize,
  { signal, onActivity, onVerdict }: SendOptions,
): Promise<void> {
  const config = await parts.config()
  const asked = await prepare(rows, config, parts, batchSize, onVerdict)
  const count = asked.size
  if (count === 0) return
  const host = config.hosts.main.replace(/\/$/, '')
  const entries: ReplayEntry[] = [...asked.values()].map(({ row, patch, request: toRequest, after }) =>
    toEntry(row, toRequest(patch, config), host, after),
  )
  let ended = false

  function handle(line: string): void {
    const parsed = readLine(line)
    const found = parsed && asked.get(parsed.id)
    if (!parsed || !found) return
    const { row, call, after } = found
    asked.delete(row.id)
    const skipped = parsed.response.status === errorStatus.not_attempted
    // No row before it failed, so it must be sent in a request of its own.
    if (skipped && after.length === 0) batchSize.sendSingly(row.id)
    const verdict = skipped ? behind : judge(call, row, parsed.response, parts.now())
    ended ||= verdict.kind === 'hold' && verdict.why === 'auth'
    onVerdict(row, verdict)
  }

  const request = buildRequest(replay, { body: { entries } }, config)
  const response = await orNoResponse(credentials, parts, signal, () =>
    exchangeAs(credentials, request, parts, { signal, onActivity, onText: lineReader(handle) }),
  )
  if (lacksCall(response)) batchSize.sendOnlySingly()
  else if (asked.size === 0 || ended) batchSize.worked()
  else if (asked.size === count) batchSize.failed(rows.length)
  for (const rest of asked.values()) onVerdict(rest.row, ended ? behind : judgeRest(response, rest, parts))
}
