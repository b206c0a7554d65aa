/** A waiting row for unit tests. */
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'

export function testRow(values: Partial<OutboxRow> & { seq: number }): OutboxRow {
  return {
    id: uuidv7(),
    owner: 'owner',
    call: `${values.section ?? 'bank'}.${values.action ?? 'update'}`,
    section: 'bank',
    action: 'update',
    touches: ['r1'],
    dependsOn: [],
    payloadVersion: 1,
    params: {},
    patch: {},
    base: null,
    files: [],
    label: '',
    state: 'queued',
    reason: null,
    attempts: 0,
    attempted: false,
    decided: false,
    nextAttemptAt: 0,
    lastError: null,
    createdAt: Date.parse('2026-11-20T00:00:00Z'),
    ...values,
  }
}
