import { expect, test } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testRow } from '#tests/support/test-row.ts'
import { diagnosticsOf } from './diagnostics.ts'

const device = {
  used: 5_000,
  granted: 900_000,
  memory: { engine: 'other', isInstalled: false, isPrivate: false, persisted: true, permission: 'granted' },
  leads: 12,
  members: 3,
  files: 1,
  fileBytes: 300,
  lastSync: Date.parse('2026-11-21T02:00:00Z'),
  version: '0.1.0',
  server: '0.1.0',
  worker: 'ready',
  background: false,
} as const
const around = { language: 'id', connection: 'offline', browser: 'Chrome 140', now: Date.parse('2026-11-21T03:00:00Z') }
const ref = uuidv7()
const personal = ['Sinta Dewi', '6281299990001', 'sinta@lapangan.test', 'eyJhbGciOi.token.x', ref, 'No such phone 62', 'foto-ktp.jpg']

const row = testRow({
  seq: 1,
  id: ref,
  owner: ref,
  call: 'leads.update',
  section: 'leads',
  touches: [ref],
  params: { id: ref },
  patch: { name: 'Sinta Dewi', phone: '6281299990001', email: 'sinta@lapangan.test', notes: 'eyJhbGciOi.token.x' },
  base: { version: 1, values: { name: 'Sinta Dewi' } },
  files: [{ field: 'photo', key: ref, name: 'foto-ktp.jpg', size: 300, type: 'image/jpeg' }],
  label: 'Sinta Dewi',
  state: 'parked',
  reason: 'rejected',
  attempts: 3,
  lastError: {
    status: 422,
    code: 'invalid',
    message: 'No such phone 6281299990001',
    fields: { phone: { code: 'x', message: 'Sinta Dewi' } },
  },
})

test('diagnostics contain numbers, versions and states', () => {
  expect(JSON.parse(diagnosticsOf(device, [row, testRow({ seq: 2, createdAt: around.now - 7_200_000 })], around))).toMatchObject({
    versions: { app: '0.1.0' },
    connection: 'offline',
    storage: { used: 5_000, granted: 900_000, persisted: true },
    outbox: {
      rows: 2,
      calls: { 'leads.update': 1, 'bank.update': 1 },
      states: { 'parked rejected': 1, queued: 1 },
      failures: { '422 invalid': 1 },
      attempts: 3,
      oldestHours: 27,
    },
  })
})

test('diagnostics contain no personal data, not even where it should not be', () => {
  const odd = { ...row, call: 'Sinta Dewi', lastError: { status: 0, code: 'sinta@lapangan.test', message: '' } }
  const text = diagnosticsOf(device, [row, odd], around)
  for (const each of personal) expect(text).not.toContain(each)
})
