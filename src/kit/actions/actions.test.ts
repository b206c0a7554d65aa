import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import { messageStore } from '#console/data/base/messages.ts'
import type { OutboxRow, Verdict } from '#console/data/outbox/row/types.ts'
import { OutboxError } from '#console/data/writes/outbox-error.ts'
import { deliverEvent } from '#console/data/writes/outbox-events.ts'
import type { Submission, Submitted } from '#console/data/writes/submit.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { testRow } from '#tests/support/test-row.ts'
import { setAll, setValues } from './actions.ts'

const { submit } = vi.hoisted(() => ({ submit: vi.fn<(submission: Submission) => Promise<Submitted>>() }))
vi.mock('#console/data/writes/submit.ts', () => ({ submit }))

const rowOf = (id: number, status: string): AnyRow => ({
  id,
  ref: `ref-${id}`,
  version: id + 1,
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  updated_at: '2026-01-01T00:00:00Z',
  updated_by: null,
  name: `Promo ${id}`,
  channel: 'ads',
  status,
})
const rows = [rowOf(1, 'active'), rowOf(2, 'active'), rowOf(3, 'paused')]

const done: Verdict = { kind: 'done', row: null, message: 'Saved', refused: [] }
const refusal = (message: string): Verdict => ({
  kind: 'parked',
  reason: 'rejected',
  error: { status: 403, code: 'forbidden', message },
  decided: true,
})

/** As the drain tells it, and then that it is stored. */
function decide(row: OutboxRow, verdict: Verdict): void {
  const { id, section } = row
  const isDone = verdict.kind === 'done'
  deliverEvent({ kind: 'verdict', row, verdict })
  deliverEvent({ kind: 'stored', rows: [{ id, section, isDone, left: isDone ? null : { id, state: 'parked' } }] })
}

/** The server answers each change of a record so; null while it has not. */
function answering(verdictOf: (ref: string) => Verdict | null) {
  submit.mockImplementation(async ({ touches = [] }) => {
    const [ref = ''] = touches
    const row = testRow({ seq: 1, id: `of-${ref}`, section: 'campaign', touches: [ref] })
    const verdict = verdictOf(ref)
    if (verdict) setTimeout(() => decide(row, verdict))
    return { id: row.id, ids: [row.id], ref }
  })
}
const posted = () => messageStore.get().map(({ kind, text, lines }) => ({ kind, text, ...(lines && { lines }) }))

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  connectionStore.set('online')
})
afterEach(() => {
  messageStore.set([])
  submit.mockReset()
  vi.unstubAllGlobals()
})

it('setAll changes each record separately, over its base, and skips those with the value', async () => {
  answering(() => done)
  expect(await setAll(campaign, rows, { status: 'paused' })).toBe(true)
  expect(submit.mock.calls.map(([one]) => one)).toMatchObject([
    {
      call: { name: 'campaign.update' },
      params: { id: 'ref-1' },
      patch: { status: 'paused' },
      base: { version: 2, values: { status: 'active' } },
    },
    {
      call: { name: 'campaign.update' },
      params: { id: 'ref-2' },
      patch: { status: 'paused' },
      base: { version: 3, values: { status: 'active' } },
    },
  ])
  expect(posted()).toEqual([{ kind: 'success', text: 'Saved', lines: ['3 records'] }])
})

it('setAll shows success without a request where all records have the value', async () => {
  expect(await setAll(campaign, rows.slice(0, 2), { status: 'active' })).toBe(true)
  expect(submit).not.toHaveBeenCalled()
  expect(posted()).toEqual([{ kind: 'success', text: 'Saved', lines: ['2 records'] }])
})

it('setAll says how many are published', async () => {
  answering(() => done)
  await setAll(campaign, rows, { status: 'paused' }, 'kit.published')
  await setAll(campaign, rows.slice(0, 1), { status: 'paused' }, 'kit.published')
  expect(posted()).toEqual([
    { kind: 'success', text: '3 published' },
    { kind: 'success', text: 'Published', lines: ['Promo 1'] },
  ])
})

it("setAll names refused records, with the server's words", async () => {
  answering((ref) => (ref === 'ref-1' ? refusal('This campaign is locked') : done))
  expect(await setAll(campaign, rows, { status: 'ended' })).toBe(true)
  expect(posted()).toEqual([{ kind: 'error', text: 'This campaign is locked', lines: ['Promo 1'] }])
})

it('setAll returns false where every record was refused', async () => {
  answering(() => refusal('You do not have permission'))
  expect(await setAll(campaign, rows, { status: 'ended' })).toBe(false)
  expect(posted()).toMatchObject([{ kind: 'error', text: 'You do not have permission' }])
  expect(posted()[0]?.lines).toHaveLength(3)
})

it('setAll says offline that the changes wait on this device', async () => {
  connectionStore.set('offline')
  answering(() => null)
  expect(await setAll(campaign, rows, { status: 'ended' })).toBe(true)
  expect(posted()).toEqual([{ kind: 'info', text: 'Saved on this device. It is sent when there is a connection.', lines: ['3 records'] }])
})

it('setValues shows only errors: the row shows the rest', async () => {
  answering(() => null)
  expect(await setValues(campaign, rowOf(1, 'active'), { status: 'paused' })).toBe(true)
  expect(posted()).toEqual([])
  submit.mockRejectedValueOnce(new OutboxError('signed-out'))
  expect(await setValues(campaign, rowOf(1, 'active'), { status: 'paused' })).toBe(false)
  expect(posted()).toMatchObject([{ kind: 'error' }])
})
