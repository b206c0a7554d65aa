import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import type { Condition } from '#contract/kit/field/condition.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall, sectionCalls } from '#contract/kit/section/section-calls.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { sections } from '#contract/sections/index.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { ApiError } from '../api/api-error.ts'
import { refuseCertain } from './refuse-certain.ts'

type Values = Readonly<Record<string, unknown>>

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const unpaid = { payment_status: 'unpaid', payment_method: 'transfer', total: 100_000, refunded: 0, proof: [], due_at: ago(-1) }
const paid = { ...unpaid, payment_status: 'paid', paid_at: ago(2), note: '', refunded: 40_000 }
const seat = { state: 'registered', order_id: 7, order_status: 'paid', order_total: 100_000, order_refunded: 90_000 }

/** What breaks each rule of a call beside its record: field, code, record and body. */
const breaking: Readonly<Record<string, readonly [field: string, code: string, record: Values, body: Values][]>> = {
  'transaction.pay': [
    ['payment_status', 'order_cancelled', { ...unpaid, payment_status: 'cancel' }, { payment_status: 'paid' }],
    ['payment_status', 'order_not_due', unpaid, { payment_status: 'expired' }],
    ['payment_status', 'order_not_due', paid, { payment_status: 'expired' }],
    ['payment_status', 'order_too_old', { ...unpaid, payment_status: 'expired', due_at: ago(31) }, { payment_status: 'paid' }],
    ['proof', 'required', unpaid, { payment_status: 'paid' }],
    ['paid_at', 'too_long_ago', { ...unpaid, payment_method: 'cash' }, { payment_status: 'paid', paid_at: ago(32) }],
    ['paid_at', 'future', { ...unpaid, payment_method: 'cash' }, { payment_status: 'paid', paid_at: ago(-1) }],
    ['note', 'required', paid, { payment_status: 'cancel' }],
    ['refund', 'max_value', paid, { payment_status: 'cancel', note: 'Salah', refund: 60_001 }],
  ],
  'transaction.refund': [
    ['amount', 'nothing_to_refund', unpaid, { amount: 1, reason: 'Salah' }],
    ['amount', 'max_value', paid, { amount: 60_001, reason: 'Salah' }],
    ['refunded_at', 'before_payment', paid, { amount: 1, reason: 'Salah', refunded_at: ago(3) }],
    ['refunded_at', 'future', paid, { amount: 1, reason: 'Salah', refunded_at: ago(-1) }],
  ],
  'participant.cancel': [
    ['order', 'required', seat, {}],
    ['note', 'required', seat, { order: 'cancel' }],
    ['refund', 'max_value', seat, { order: 'keep', note: 'Sakit', refund: 10_001 }],
  ],
}

/** Bodies that the rules let pass, so that a test cannot pass by refusing everything. */
const passing: readonly [call: string, record: Values, body: Values][] = [
  ['transaction.pay', { ...unpaid, proof: [{ url: '/a' }] }, { payment_status: 'paid' }],
  ['transaction.pay', { ...unpaid, payment_method: 'cash' }, { payment_status: 'paid', paid_at: ago(30) }],
  ['transaction.pay', unpaid, { payment_status: 'cancel' }],
  ['transaction.pay', paid, { payment_status: 'paid' }],
  ['transaction.pay', { ...paid, note: 'Salah' }, { payment_status: 'cancel', refund: 60_000 }],
  ['transaction.refund', paid, { amount: 60_000, reason: 'Salah' }],
  ['transaction.refund', { ...paid, payment_status: 'cancel' }, { amount: 60_000, reason: 'Salah' }],
  ['participant.cancel', seat, { order: 'keep' }],
  ['participant.cancel', { ...seat, order_status: 'unpaid' }, {}],
]

function problemsOf(call: Call, record: Values | null, body: Values): Record<string, string> {
  try {
    refuseCertain({ call, patch: body, ...(record && { base: { version: 1, values: record } }) }, body)
    return {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return Object.fromEntries(Object.entries(error.fields ?? {}).map(([field, { code }]) => [field, code]))
  }
}

/** A record that a condition does not hold for. */
const breakingRecord = ({ fields }: Section, { field, is, not }: Condition): Values => {
  const values = [...(fields[field]?.values ?? []), null, 1]
  return { [field]: not?.length ? not[0] : values.find((value) => !is?.includes(value)) }
}

const all: readonly Section[] = await Promise.all(Object.values(sections).map((load) => load()))
const calls = all.flatMap((section) =>
  sectionCalls(section)
    .filter(({ kind, action, offline }) => kind === 'mutation' && action === 'call' && offline === 'queue')
    .map((call) => ({ section, call })),
)

describe('a refusal that is certain is told before anything is kept', () => {
  it('by the state that a call needs', () => {
    const stateful = calls.filter(({ call }) => call.when)
    expect(stateful.length).toBeGreaterThan(5)
    for (const { section, call } of stateful)
      if (call.when) expect(Object.keys(problemsOf(call, breakingRecord(section, call.when), {})), call.name).toContain('')
  })

  it('by the values that a call needs', () => {
    const demanding = calls.flatMap(({ call }) =>
      Object.entries(call.body ?? {})
        .filter(([, { required, shownWhen, initial, kind }]) => required && !shownWhen && initial === undefined && !isFile(kind))
        .filter(([, { kind }]) => !['files', 'rows', 'object'].includes(kind))
        .map(([field]) => ({ call, field })),
    )
    expect(demanding.length).toBeGreaterThan(20)
    for (const { call, field } of demanding) expect(problemsOf(call, null, {}), call.name).toHaveProperty([field], 'required')
  })

  it('by every rule beside the record', () => {
    const ruled = calls.filter(({ call }) => call.recordRules)
    expect(ruled.map(({ call }) => call.name).sort()).toEqual(Object.keys(breaking).sort())
    for (const { call } of ruled) {
      const cases = breaking[call.name] ?? []
      expect(new Set(cases.map(([field]) => field)), call.name).toEqual(new Set(call.recordRules?.map(({ field }) => field)))
      for (const [field, code, record, body] of cases)
        expect(problemsOf(call, record, body), `${call.name} ${JSON.stringify(body)}`).toEqual({ [field]: code })
    }
  })

  it('and what the rules allow is kept', () => {
    for (const [name, record, body] of passing) {
      const found = calls.find(({ call }) => call.name === name)?.call
      if (!found) throw new Error(name)
      expect(problemsOf(found, record, body), `${name} ${JSON.stringify(body)}`).toEqual({})
    }
  })
})

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.unstubAllGlobals()
})

/** A console on a device whose server refuses until it is told otherwise. */
async function open() {
  vi.resetModules()
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  const session = { roles: [], permissions: ['update transaction'], roleRead: [], user }
  const token = testToken(Math.floor(Date.now() / 1000) + 3_600)
  const browser = openBrowser({ jwt_access_token: token, 'lapangan-session': JSON.stringify(session) })
  const sent = () => browser.requests.filter(({ headers }) => headers.has('Idempotency-Key'))
  const verdicts: [number, unknown][] = []
  browser.answer((url) => {
    if (url === '/config.json') return json({ hosts: {} })
    const [status, body] = verdicts.shift() ?? [422, { code: 'invalid', message: 'No', reason: { code: 'order_cancelled' } }]
    return json(body, status, { 'Mutation-Id': sent().at(-1)?.headers.get('Idempotency-Key') ?? '' })
  })
  const [data, { startSession }, { submit }, { ownerDatabase, closeDatabase }] = await Promise.all([
    import('./start.ts'),
    import('../api/session.ts'),
    import('./submit.ts'),
    import('../cache/db.ts'),
  ])
  startSession()
  data.startOutbox()
  opened.push(closeDatabase)
  const rows = async () => (await ownerDatabase()?.outbox.orderBy('seq').toArray()) ?? []
  return { submit, rows, sent, verdicts }
}

const pay = sectionCall(transaction, 'pay')
const note = sectionCall(transaction, 'note')
const refund = sectionCall(transaction, 'refund')
const order = (ref: string, values: Values = {}): AnyRow & Values => ({
  ...{ id: 5, ref, version: 3, created_at: ago(1), created_by: null, updated_at: ago(1), updated_by: null },
  ...unpaid,
  payment_method: 'cash',
  ...values,
})
const seen = (row: AnyRow & Values) => ({ touches: [row.ref], base: { version: row.version, values: row } })

test('a certain refusal leaves no row in the outbox and asks nobody', async () => {
  const app = await open()
  const row = order(uuidv7(), { payment_method: 'transfer' })
  await expect(app.submit({ call: pay, ...seen(row), patch: { payment_status: 'paid' } })).rejects.toMatchObject({
    status: 422,
    fields: { proof: { code: 'required' } },
  })
  expect([await app.rows(), app.sent()]).toEqual([[], []])
})

test('a corrected try takes the place of the refused one, and does not wait behind it', async () => {
  const app = await open()
  const row = order(uuidv7())
  await app.submit({ call: note, ...seen(row), patch: { note: 'Salah' } })
  await eventually(async () => expect((await app.rows()).map(({ state }) => state)).toEqual(['parked']))
  const [refused] = await app.rows()
  app.verdicts.push([200, { message: 'Saved', data: order(row.ref, { note: 'Benar', version: 4 }) }])
  await app.submit({ call: note, ...seen(row), patch: { note: 'Benar' } })
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent()).toHaveLength(2)
  expect(app.sent()[1]?.headers.get('Idempotency-Key')).not.toBe(refused?.id)
})

test('what adds to a record takes no place unless the person corrects it', async () => {
  const app = await open()
  const row = order(uuidv7(), { payment_status: 'paid', paid_at: ago(1) })
  const patch = { amount: 1_000, reason: 'Salah' }
  await app.submit({ call: refund, ...seen(row), patch })
  await eventually(async () => expect((await app.rows()).map(({ state }) => state)).toEqual(['parked']))
  await app.submit({ call: refund, ...seen(row), patch: { ...patch, amount: 2_000 } })
  expect((await app.rows()).map((each) => each.patch.amount)).toEqual([1_000, 2_000])
  app.verdicts.push([200, { message: 'Saved', data: row }])
  await app.submit({ call: refund, ...seen(row), patch: { ...patch, amount: 3_000 }, isCorrection: true })
  await eventually(async () => expect((await app.rows()).map(({ patch: { amount } }) => amount)).not.toContain(1_000))
})
