/**
 * What the first release saved on devices still arrives (design section 5, rule 9). `payloads.v1.json` is frozen: it is
 * never changed, not even where a call changes; then the call gets an upcaster.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { findCall } from '#console/data/outbox/calls.ts'
import { parseText } from '#console/data/outbox/exchange.ts'
import { testRow } from '#console/data/outbox/test-row.ts'
import { createTransport } from '#console/data/outbox/transport.ts'
import type { OutboxRow, Verdict } from '#console/data/outbox/types.ts'
import { defaultConfig } from '#contract/config.ts'
import { sectionCalls } from '#contract/kit/section-calls.ts'
import { leadAssign, leadStatus } from '#contract/sections/sales/leads.ts'
import { me } from '#contract/session.ts'
import { allSections } from '#tests/support/sections.ts'
import { send } from './caller.ts'
import { makeWorld, type World } from './world.ts'

const text = readFileSync(new URL('payloads.v1.json', import.meta.url), 'utf8')
const frozen: { rows: Partial<OutboxRow>[]; blobs: Record<string, string> } = JSON.parse(text)
const rows = frozen.rows.map((row, i) => testRow({ seq: i + 1, ...row }))

let world: World
let owner = ''
beforeAll(async () => {
  world = await makeWorld()
  const response = await send(world.app, me, { token: world.root })
  owner = (await response.json()).user.ref
  return () => world.close()
})

it('is frozen', () => {
  expect(createHash('sha256').update(text).digest('hex')).toBe('2ff80cadf75ea1f95029ab1722d1f286255550abf3053015288f92af41268002')
})

it('holds every call of the first release that may wait', () => {
  const calls = [leadStatus, leadAssign, ...allSections.flatMap(sectionCalls)]
  const waiting = calls.filter(({ kind, offline }) => kind === 'mutation' && offline === 'queue').map(({ name }) => name)
  expect(waiting.filter((name) => !rows.some((row) => row.call === name))).toEqual([])
})

describe('sent by the drain of today', () => {
  const sending = createTransport({
    files: async (row) =>
      row.files.map((file) => ({ file, blob: new Blob([Buffer.from(frozen.blobs[file.key] ?? '', 'base64')], { type: file.type }) })),
    config: async () => defaultConfig,
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

  it('and again all in one request: each has its verdict already', async () => {
    const batch = rows.filter((row) => row.files.length === 0)
    expect(batch.length).toBeGreaterThan(20)
    expect(await verdicts(batch)).toEqual(batch.map((row) => notified.get(row.id)))
  })
})
