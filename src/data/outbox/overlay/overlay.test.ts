import { expect, test } from 'vitest'
import { firstPage, withFilter } from '#contract/kit/field/list-query.ts'
import { type AnyRow, section } from '#contract/kit/section/section.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { testRow } from '#tests/support/test-row.ts'
import { matches } from './list-evaluate.ts'
import { foldOne, foldRows } from './overlay.ts'

const at = '2026-11-20T07:00:00+07:00'
const record = (ref: string, values: Record<string, unknown> = {}): AnyRow => ({
  id: 1,
  ref,
  version: 3,
  created_at: at,
  created_by: null,
  updated_at: at,
  updated_by: null,
  ...values,
})

const server = [record('r1', { bank_name: 'BCA', is_active: true }), record('r2', { bank_name: 'BNI', is_active: true })]

test("without waiting changes the rows are the server's", () => {
  expect(foldRows(bank, server, [])).toEqual({ rows: server.map((row) => ({ row, _state: null })), added: 0 })
})

test("edits show in place, in their order, and the server's row is left alone", () => {
  const outbox = [
    testRow({ seq: 1, patch: { bank_name: 'Mandiri', bank_branch: 'Kuta' } }),
    testRow({ seq: 2, patch: { bank_branch: null } }),
    testRow({ seq: 3, section: 'campaign', patch: { bank_name: 'of another section' } }),
  ]
  const { rows } = foldRows(bank, server, outbox)
  expect(rows[0]).toEqual({ row: { ...server[0], bank_name: 'Mandiri', bank_branch: null }, _state: 'pending' })
  expect(rows[1]?._state).toBeNull()
  expect(server[0]?.bank_name).toBe('BCA')
})

test('what was made here stands on top of page 1, the newest first, and the total says how many', () => {
  const outbox = ['n1', 'n2'].map((ref, i) => testRow({ seq: i + 1, action: 'create', touches: [ref], patch: { ref, bank_name: ref } }))
  const first = foldRows(bank, server, outbox, { list: firstPage })
  expect(first.rows.map(({ row }) => row.ref)).toEqual(['n2', 'n1', 'r1', 'r2'])
  expect(first.added).toBe(2)
  expect(first.rows[0]?.row).toMatchObject({ id: 0, bank_name: 'n2', account_holder: null, created_at: '2026-11-20T00:00:00.000Z' })
  const second = foldRows(bank, server, outbox, { list: { ...firstPage, page: 2 } })
  expect(second.rows.map(({ row }) => row.ref)).toEqual(['r1', 'r2'])
  expect(second.added).toBe(2)
})

test("what was made here shows only where it matches, and not beside the server's own row of it", () => {
  const create = testRow({ seq: 1, action: 'create', touches: ['n1'], patch: { ref: 'n1', bank_name: 'Baru', is_active: true } })
  const active = withFilter(firstPage, 'is_active', ['true'])
  expect(foldRows(bank, [], [create], { list: active, matches }).added).toBe(1)
  expect(foldRows(bank, [], [create], { list: withFilter(firstPage, 'is_active', ['false']), matches }).rows).toEqual([])
  expect(foldRows(bank, [], [create], { list: { ...firstPage, search: 'baRU' }, matches }).added).toBe(1)
  expect(foldRows(bank, [], [create], { list: { ...firstPage, search: 'lama' }, matches }).added).toBe(0)
  expect(foldRows(bank, [], [create], { list: active }).added).toBe(0)
  const confirmed = foldRows(bank, [record('n1', { bank_name: 'Baru' })], [create], { list: active, matches })
  expect(confirmed.rows).toHaveLength(1)
  expect(confirmed.added).toBe(0)
})

test('a record made here and edited here shows the edit', () => {
  const outbox = [
    testRow({ seq: 1, action: 'create', touches: ['n1'], patch: { ref: 'n1', bank_name: 'A' } }),
    testRow({ seq: 2, touches: ['n1'], patch: { bank_name: 'B' } }),
  ]
  expect(foldRows(bank, [], outbox).rows[0]).toMatchObject({ row: { ref: 'n1', bank_name: 'B' }, _state: 'pending' })
  expect(foldOne(bank, null, 'n1', outbox)?.row.bank_name).toBe('B')
  expect(foldOne(bank, null, 'unknown', outbox)).toBeNull()
})

test('a change of a record that is not on the page adds nothing, and alone it is no record', () => {
  const elsewhere = testRow({ seq: 1, touches: ['r9'], patch: { bank_name: 'BSI' } })
  expect(foldRows(bank, server, [elsewhere]).rows.map(({ row }) => row.ref)).toEqual(['r1', 'r2'])
  expect(foldOne(bank, null, 'r9', [elsewhere])).toBeNull()
  const other = testRow({ seq: 2, section: 'campaign', action: 'create', touches: ['r9'] })
  expect(foldOne(bank, null, 'r9', [other])).toBeNull()
  expect(foldRows(bank, [], [other]).rows).toEqual([])
})

test('what a change says of no field of the record, and what a delete or a new place carries, is no value of it', () => {
  const [row] = server
  for (const action of ['remove', 'swap']) {
    expect(foldRows(bank, server, [testRow({ seq: 1, action, patch: { bank_name: 'x' } })]).rows[0]?.row).toEqual(row)
  }
  const odd = testRow({ seq: 1, action: 'call', call: 'bank.unknown', patch: { unknown: 1, id: 'r1', from: 'a', to: 'b' } })
  expect(foldRows(bank, server, [odd]).rows[0]?.row).toEqual(row)
})

test('deletes stay in place with their mark, failures and conflicts show over everything', () => {
  const state = (...outbox: Parameters<typeof testRow>[0][]) => foldRows(bank, server, outbox.map(testRow)).rows[0]?._state
  expect(state({ seq: 1, action: 'remove', touches: ['r1', 'r2'] })).toBe('deleting')
  expect(state({ seq: 1, state: 'parked', reason: 'rejected' }, { seq: 2 })).toBe('failed')
  expect(state({ seq: 1, state: 'parked', reason: 'conflict' }, { seq: 2, action: 'remove' })).toBe('conflict')
  expect(state({ seq: 1, state: 'parked', reason: 'auth' })).toBe('pending')
  expect(state({ seq: 1, state: 'done' })).toBeNull()
  // Until the list is read again, which no longer has it.
  expect(state({ seq: 1, state: 'done', action: 'remove' })).toBe('deleting')
  expect(state({ seq: 1, action: 'remove' }, { seq: 2 })).toBe('deleting')
  expect(state({ seq: 1, action: 'remove' }, { seq: 2, action: 'restore' })).toBe('pending')
})

test('switches and calls for many records show on each of them', () => {
  const popup = record('p1', { is_show: true })
  const turned = testRow({
    seq: 1,
    section: 'for-you',
    call: 'for-you.switch.is_show',
    action: 'switch',
    touches: ['p1'],
    patch: { id: 'p1', is_show: false },
  })
  expect(foldRows(forYou, [popup], [turned]).rows[0]?.row).toMatchObject({ id: 1, is_show: false })
  const moved = testRow({
    seq: 1,
    section: 'leads',
    call: 'leads.status',
    action: 'bulkUpdate',
    touches: ['l1', 'l2'],
    patch: { ids: ['l1', 'l2'], status: 'closing' },
  })
  const shown = foldRows(leads, [record('l1', { status: 'new' }), record('l3', { status: 'new' })], [moved])
  expect(shown.rows.map(({ row }) => row.status)).toEqual(['closing', 'new'])
  expect(shown.rows[0]?.row.ids).toBeUndefined()
})

test('a file that waits leaves the stored one on the screen', () => {
  const picture = { url: '/files/a', name: 'a', size: 1, type: 'image/png' }
  const files = [{ field: 'gambar', key: 'k', name: 'b', size: 2, type: 'image/png' }]
  const waiting = testRow({ seq: 1, section: 'for-you', touches: ['p1'], patch: { gambar: null, title: 'x' }, files })
  expect(foldRows(forYou, [record('p1', { gambar: picture })], [waiting]).rows[0]?.row).toMatchObject({ gambar: picture, title: 'x' })
})

test('a call that waits shows what it makes of the record', () => {
  const closing = section('bank', {
    path: bank.path,
    permission: 'bank',
    title: 'bank_name',
    fields: bank.fields,
    list: { columns: ['bank_name'], search: [], filters: [], sort: 'bank_name asc' },
    calls: { close: { route: 'PUT /{id}/close', body: ['bank_branch'], optimistic: { is_active: false }, offline: 'queue' } },
  })
  const waiting = testRow({ seq: 1, action: 'call', call: 'bank.close', touches: ['r1'], patch: { bank_branch: 'Tutup' } })
  const { rows } = foldRows(closing, server, [waiting])
  expect(rows[0]).toEqual({ row: { ...server[0], bank_branch: 'Tutup', is_active: false }, _state: 'pending' })
})

test('a switch shows on its field, by whichever name the call has it', () => {
  const closing = section('bank', {
    path: bank.path,
    permission: 'bank',
    title: 'bank_name',
    fields: bank.fields,
    list: { columns: ['bank_name'], search: [], filters: [], sort: 'bank_name asc' },
    switches: { is_active: { by: 'call', path: '/open', key: 'open' } },
  })
  const call = { action: 'switch', call: 'bank.switch.is_active' }
  const shown = (patch: Record<string, unknown>) => foldRows(closing, server, [testRow({ seq: 1, ...call, patch })]).rows[0]?.row
  expect(shown({ id: 'r1', open: false })).toEqual({ ...server[0], is_active: false })
  expect(shown({ id: 'r1', open: false, bank_name: 'Mandiri' })).toMatchObject({ is_active: false, bank_name: 'Mandiri' })
  const unknown = testRow({ seq: 1, action: 'switch', call: 'bank.switch.unknown', patch: { open: false } })
  expect(foldRows(closing, server, [unknown]).rows[0]?.row).toEqual(server[0])
})

test('what is joined from the record that was referred to before is not shown beside another', () => {
  const leave = record('c1', { member_id: 3, member_name: 'Budi', product: 'emt' })
  const moved = (patch: Record<string, unknown>) =>
    foldRows(memberCuti, [leave], [testRow({ seq: 1, section: 'member-cuti', touches: ['c1'], patch })]).rows[0]?.row
  expect(moved({ member_id: 4 })).toMatchObject({ member_id: 4, member_name: null })
  expect(moved({ product: 'etf' })).toMatchObject({ member_id: 3, member_name: 'Budi' })
})

test('a state that was refused is not shown as reached; what a form saved stays, to be corrected', () => {
  const refused = { seq: 1, state: 'parked', reason: 'rejected' } as const
  const shown = (values: Partial<Parameters<typeof testRow>[0]>) =>
    foldRows(transaction, [record('r1', { payment_status: 'unpaid' })], [testRow({ ...refused, section: 'transaction', ...values })])
      .rows[0]
  const pay = { action: 'call', call: 'transaction.pay', patch: { payment_status: 'paid' } }
  expect(shown(pay)).toMatchObject({ row: { payment_status: 'unpaid' }, _state: 'failed' })
  expect(shown({ ...pay, state: 'queued', reason: null })).toMatchObject({ row: { payment_status: 'paid' }, _state: 'pending' })
  expect(shown({ action: 'update', call: 'transaction.update', patch: { note: 'x' } })?.row).toMatchObject({ note: 'x' })
  for (const action of ['switch', 'bulkUpdate'])
    expect(shown({ action, call: 'transaction.x', patch: { payment_status: 'paid' } })?.row, action).toMatchObject({
      payment_status: 'unpaid',
    })
})
