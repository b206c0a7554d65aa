import { expect, it } from 'vitest'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import type { Attachment } from '#contract/sections/sales/lead-attachments.ts'
import { foldAttachments } from './fold.ts'

const lead = '01990000-0000-7000-8000-000000000001'
let last = 0

function row(action: 'create' | 'remove', ref: string, rest: Partial<OutboxRow> = {}): OutboxRow {
  last += 1
  const files = action === 'create' ? [{ field: 'file', key: `key ${ref}`, name: `${ref}.jpg`, size: 5, type: 'image/jpeg' }] : []
  return {
    seq: last,
    id: `m${last}`,
    owner: 'o',
    call: `lead-attachments.${action}`,
    section: 'lead-attachments',
    action,
    touches: [ref],
    dependsOn: [],
    payloadVersion: 1,
    params: { id: lead },
    patch: {},
    base: null,
    files,
    label: '',
    state: 'queued',
    reason: null,
    attempts: 0,
    attempted: false,
    decided: false,
    nextAttemptAt: 0,
    lastError: null,
    createdAt: 0,
    ...rest,
  }
}

const at = '2026-11-21T00:00:00Z'
const stored = (ref: string): Attachment => ({
  id: 1,
  ref,
  version: 1,
  created_at: at,
  created_by: 'Ani',
  updated_at: at,
  updated_by: 'Ani',
  name: `${ref}.pdf`,
  kind: 'document',
  type: 'application/pdf',
  size: 9,
  url: '/x',
})

const states = (...[known, waiting]: [Attachment[], OutboxRow[]]) =>
  foldAttachments(lead, known, waiting).map((item) => `${item.ref} ${item.state}`)

it('foldAttachments lists waiting files after stored ones, for this lead only', () => {
  expect(states([stored('a')], [row('create', 'b'), row('create', 'c', { params: { id: 'another' } })])).toEqual(['a stored', 'b waiting'])
})

it('foldAttachments marks waiting removals, and hides removed files', () => {
  expect(states([stored('a')], [row('remove', 'a')])).toEqual(['a removing'])
  expect(states([], [row('create', 'b', { state: 'sending' }), row('remove', 'b')])).toEqual(['b removing'])
  expect(states([stored('a')], [row('remove', 'a', { state: 'done' })])).toEqual([])
})

it('foldAttachments shows a just sent file once, before and after the list has it', () => {
  const sent = row('create', 'b', { state: 'done' })
  expect(states([], [sent])).toEqual(['b stored'])
  expect(states([stored('b')], [sent])).toEqual(['b stored'])
  expect(states([], [sent, row('create', 'b', { state: 'sending' })])).toEqual(['b stored'])
})

it('foldAttachments reads waiting files from the device and stored ones from the server', () => {
  const [known, waiting] = foldAttachments(lead, [stored('a')], [row('create', 'b', { state: 'parked', reason: 'tooLarge' })])
  expect(known).toMatchObject({ kind: 'document', source: { at: 'server', lead } })
  expect(waiting).toMatchObject({ kind: 'image', state: 'parked', source: { at: 'outbox', key: 'key b', lead } })
})
