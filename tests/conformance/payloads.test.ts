/**
 * Rows stored by a release still arrive. `npm run payloads` writes `payloads.vN.json` once per release; it never changes: a changed call
 * gets an upcaster. `payloads.sha256` has the digests. Calls newer than the last file are sent in their current form.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { findCall } from '#console/data/outbox/row/calls.ts'
import type { OutboxRow, Verdict } from '#console/data/outbox/row/types.ts'
import { createTransport } from '#console/data/outbox/send/transport.ts'
import { parseText } from '#console/data/outbox/wire/exchange.ts'
import { unknownConfig } from '#console/data/outbox/wire/read-config.ts'
import { me } from '#contract/session.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { testRow } from '#tests/support/test-row.ts'
import { send } from './caller.ts'
import { derivePayloads, mayWait, type Payloads } from './payload-rows.ts'
import { makeWorld, type World } from './world.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const frozen = read('payloads.sha256')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))
  .map(([digest = '', name = '']) => ({ digest, name, text: read(name) }))
const releases = frozen.map(({ text }): Payloads => JSON.parse(text))
const newest = new Set(releases.at(-1)?.rows.map(({ call }) => call))
const next = derivePayloads(frozen.length + 1, ({ name }) => !newest.has(name))
const saved = [...releases, next]
const blobs: Record<string, string> = Object.assign({}, ...saved.map((one) => one.blobs))
const rows = saved.flatMap((one) => one.rows).map((row, i) => testRow({ seq: i + 1, ...row }))

let world: World
let owner = ''
beforeAll(async () => {
  world = await makeWorld()
  const response = await send(world.app, me, { token: world.root })
  owner = (await response.json()).user.ref
  return () => world.close()
})

it.each(frozen)('$name is as its release wrote it', ({ digest, text }) => {
  expect(createHash('sha256').update(text).digest('hex')).toBe(digest)
})

it('every call that may wait is among them, of a release or as it is now', () => {
  const waiting = everyCall.filter((call) => !call.twinOf && mayWait(call)).map(({ name }) => name)
  expect(waiting.filter((name) => !rows.some((row) => row.call === name))).toEqual([])
})

describe('sent by the drain of today', () => {
  const sending = createTransport({
    files: async (row) =>
      row.files.map((file) => ({ file, blob: new Blob([Buffer.from(blobs[file.key] ?? '', 'base64')], { type: file.type }) })),
    config: async () => unknownConfig,
    send: async ({ url, method, headers, body }, { onText }) => {
      const response = await world.app.request(url, { method, headers, body })
      const text = await response.text()
      if (response.ok) onText?.(text)
      return { status: response.status, headers: response.headers, body: parseText(text) }
    },
    isOnline: () => true,
    now: Date.now,
  })

  const notified = new Map<string, Verdict>()
  async function verdicts(sent: readonly OutboxRow[]): Promise<Verdict[]> {
    const received: Verdict[] = []
    const onVerdict = (row: OutboxRow, verdict: Verdict) => {
      received.push(verdict)
      notified.set(row.id, notified.get(row.id) ?? verdict)
    }
    const options = { signal: new AbortController().signal, onActivity: () => undefined, onVerdict }
    await sending.send(sent, { token: world.root, owner, epoch: 1 }, options)
    return received
  }

  it.each(rows.map((row) => [`${row.seq} ${row.call}`, row] as const))('%s', async (_, row) => {
    expect(await findCall(row.section, row.call)).not.toBeNull()
    expect(await verdicts([row])).toMatchObject([{ kind: 'done', refused: [] }])
  })

  it('all rows sent again in one request have their verdicts', async () => {
    const batch = rows.filter((row) => row.files.length === 0)
    expect(batch.length).toBeGreaterThan(20)
    expect(await verdicts(batch)).toEqual(batch.map((row) => notified.get(row.id)))
  })
})
