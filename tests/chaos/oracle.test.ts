import { expect, test } from 'vitest'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { Entry } from './effect-log.ts'
import { type Drop, Journal } from './journal.ts'
import { judgeRun, unsettled } from './oracle.ts'

const tooLarge = { status: 413, code: 'too_large', message: 'This is too large.' }
const first = testRow({ seq: 1, patch: { bank_name: 'm1' } })
const second = testRow({ seq: 2, patch: { bank_branch: 'm2' } })
const parked: OutboxRow = { ...first, state: 'parked', reason: 'tooLarge', attempted: true, lastError: tooLarge }

const effect = (n: number, { id, owner, patch }: OutboxRow): Entry => ({
  n,
  mutation: { key: id, owner, status: 200, verdict: 'done' },
  changes: [
    { ref: 'r1', before: { bank_name: 'start', bank_branch: 'start' }, after: { bank_name: 'start', bank_branch: 'start', ...patch } },
  ],
})

/** Two edits of a record on one device; a 413 hit the ids of the first. */
function judge(log: readonly Entry[], rows: readonly OutboxRow[], journal = new Journal()): string[] {
  journal.observe(0, [first, second])
  journal.observe(0, rows)
  journal.hit('413', [first.id])
  const rest = [{ device: 0, owner: first.owner, rows }]
  return judgeRun({ journal, log, rest }).violations.map(({ kind }) => kind)
}

test('a change that was done, whose answer was lost and that was refused since was not overtaken by one behind it', () => {
  expect(judge([effect(1, first), effect(2, second)], [parked, second])).toEqual([])
})

test('a change that was never done is overtaken by one behind it', () => {
  expect(judge([effect(1, second)], [parked])).toEqual(['lane inversion'])
})

test('a change done after one behind it is out of order, whether it still waits or not', () => {
  expect(judge([effect(1, second), effect(2, first)], [])).toEqual(['lane inversion'])
  expect(judge([effect(1, second), effect(2, first)], [parked])).toEqual(['lane inversion'])
})

test('what the server derives from a change in a record that the change does not name is in no order', () => {
  const order = testRow({ seq: 1, touches: ['order'], patch: { bank_name: 'm1' } })
  const journal = new Journal()
  journal.observe(0, [order, second])
  const [made] = effect(2, order).changes
  const both = made ? [{ ...made, ref: 'order' }, made] : []
  const log = [effect(1, second), { ...effect(2, order), changes: both }]
  const rest = [{ device: 0, owner: order.owner, rows: [] }]
  expect(judgeRun({ journal, log, rest }).violations.map(({ kind }) => kind)).not.toContain('lane inversion')
})

test('a change that was done and waits under another id would be done twice', () => {
  expect(judge([effect(1, first)], [{ ...parked, id: 'another' }, second])).toEqual(['doubled'])
  expect(judge([effect(1, first), effect(2, second)], [{ ...parked, id: 'another' }])).toContain('doubled')
})

test('a change of many that is sent again after the making of one of them was dropped is refused with reason', () => {
  const invalid = { status: 422, code: 'invalid', message: 'Not found' }
  const refused: OutboxRow = { ...second, state: 'parked', reason: 'rejected', touches: ['r2'], attempted: true, lastError: invalid }
  expect(judge([effect(1, first)], [refused])).toEqual(['unjustified parking'])
  const journal = new Journal()
  journal.unmade.add('r2')
  expect(judge([effect(1, first)], [refused], journal)).toEqual([])
})

test('a change whose discard got no response may wait, be done or gone; with a response it is gone', () => {
  const asked = (reported: Drop['reported']) => {
    const journal = new Journal()
    journal.observe(0, [first])
    journal.find(0, first)?.drops.push({ refs: first.touches, reported })
    return journal
  }
  expect(judge([effect(1, second)], [], asked('nothing'))).toEqual([])
  expect(judge([effect(1, first), effect(2, second)], [], asked('nothing'))).toEqual([])
  expect(judge([effect(1, first), effect(2, second)], [], asked('dropped'))).toEqual(['ghost'])
  expect(judge([effect(1, second)], [], asked('stays'))).toContain('lost')
})

test('a change of a record waits behind one that speaks of it and is parked; another that speaks of it does not', () => {
  const order: OutboxRow = { ...parked, reason: 'rejected', touches: ['order'], dependsOn: ['r1'] }
  const another: OutboxRow = { ...second, touches: ['other order'], dependsOn: ['r1'] }
  expect(unsettled([order, second])).toEqual([])
  expect(unsettled([order, another])).toEqual([another])
})
