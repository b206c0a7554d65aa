// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { blockers, noValues, readTemplate } from '#contract/chat/template.ts'
import { categoryText, fill, obstacleText, placeLabel, startValues } from './templates.ts'

beforeAll(async () => {
  await setLocale('en')
  await loadMessages(['chat', 'sending'])
})

const row = { name: 'follow_up', language: 'id', body: 'Halo {{1}}, {{2}} sudah siap.', version: 'v1' }
const template = readTemplate(row)

it("a template starts with the customer's name, and with a value for each button that wants one", () => {
  expect(startValues(template, 'Sinta')).toEqual({ ...noValues, body: ['Sinta', ''] })
  const buttons = [
    { type: 'QUICK_REPLY' },
    { type: 'URL', url: 'https://a.b/{{1}}' },
    { type: 'URL', url: 'https://a.b' },
    { type: 'COPY_CODE' },
  ]
  expect(startValues(readTemplate({ ...row, body: '', buttons }), 'Sinta').buttons).toEqual({ 1: '', 3: '' })
})

it("a filled template has trimmed values and the customer's words", () => {
  const filled = fill(template, { ...noValues, body: [' Sinta ', 'Modul {{1}}'] }, null, 'key')
  expect(filled).toMatchObject({ key: 'key', name: 'follow_up', version: 'v1', values: { body: ['Sinta', 'Modul {{1}}'] } })
  expect(filled.text).toBe('Halo Sinta, Modul {{1}} sudah siap.')
  expect(fill(template, { ...noValues, body: ['Sinta', ''] }, null, 'key').text).toBe('Halo Sinta, {{2}} sudah siap.')
})

it('every state and part that is not sent says why', () => {
  const room = { promotions_stopped: null }
  expect(obstacleText(template, room)).toBeNull()
  for (const blocker of blockers) expect(obstacleText(readTemplate({ ...row, blocker }), room)).toMatch(/^Cannot be sent from here: .{8}/)
  const statusText = (status: string, reason = '') => obstacleText(readTemplate({ ...row, status, reason }), room)
  const known = [
    'PENDING',
    'IN_APPEAL',
    'REJECTED',
    'PAUSED',
    'DISABLED',
    'ARCHIVED',
    'PENDING_DELETION',
    'DELETED',
    'LIMIT_EXCEEDED',
    'LOCKED',
  ]
  for (const status of known) expect(statusText(status)).not.toContain(status)
  expect(statusText('REJECTED', 'INCORRECT_CATEGORY')).toBe('Rejected by WhatsApp: wrong category')
  expect(statusText('REJECTED', 'NEW_REASON')).toBe('Rejected by WhatsApp: NEW_REASON')
  expect(statusText('HIBERNATING')).toBe('Not sent by WhatsApp now (HIBERNATING)')
})

it('numbers are places, and names are themselves', () => {
  expect([placeLabel('2'), placeLabel('nama'), categoryText('UTILITY'), categoryText('OTHER')]).toEqual([
    'Place 2',
    'nama',
    'Utility',
    'OTHER',
  ])
})
