// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type DataMessage, messageStore } from '#console/data/base/messages.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { post } from '#contract/sections/content/post.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { buildSavedMessage, earlierValues } from './saved-message.ts'

const { discardById, setAll } = vi.hoisted(() => ({ discardById: vi.fn(), setAll: vi.fn() }))
vi.mock('#console/data/writes/actions.ts', () => ({ discardById }))
vi.mock('../../actions/actions.ts', () => ({ setAll }))

const stamps = { created_at: '2026-01-01T00:00:00Z', created_by: null, updated_at: '2026-01-01T00:00:00Z', updated_by: null }
const before = {
  ...stamps,
  id: 7,
  ref: 'seven',
  version: 3,
  title: 'Lama',
  status: 'draft',
  state: 'draft',
  published_at: null,
  cover: null,
}
const after = { ...before, version: 4, title: 'Baru' }
const save = { section: post, ref: 'seven', before, patch: { title: 'Baru' }, mayEdit: true }

function press(message: Omit<DataMessage, 'id'>, label: string): void {
  const button = message.buttons?.find((each) => each?.label === label)
  if (!button || !('run' in button)) throw new Error(`there is no button ${label}`)
  button.run()
}
const posted = () => messageStore.get().map(({ kind, text, message }) => ({ kind, text, message }))

beforeAll(async () => {
  await setLocale('en')
  await loadMessages('kit')
})
beforeEach(() => {
  vi.resetAllMocks()
  messageStore.set([])
})

it.each([
  ['scheduled', '2026-12-01T00:30:00Z', 'Scheduled for 1 Dec 2026, 07:30'],
  ['published', '2026-11-01T00:30:00Z', 'Published'],
  ['draft', null, 'Saved'],
])('a save that makes a record %s says so', (state, published_at, text) => {
  const row = { ...after, status: 'publish', state, published_at }
  const outcome = { is: 'done', row } as const
  expect(buildSavedMessage({ ...save, patch: { status: 'publish' }, outcome }).text).toBe(text)
  expect(buildSavedMessage({ ...save, outcome }).text).toBe('Saved')
})

it('a new record can be viewed, not undone', () => {
  const create = { ...save, before: null, outcome: { is: 'done', row: after } } as const
  expect(buildSavedMessage(create).buttons).toEqual([{ label: 'View', path: '/post/edit/seven' }])
  expect(buildSavedMessage({ ...create, mayEdit: false }).buttons).toEqual([{ label: 'View', path: '/post/detail/seven' }])
})

it('undoing a change that was made saves the earlier values over it, and leaves it to that save to say what came of it', async () => {
  setAll.mockResolvedValue(false)
  press(buildSavedMessage({ ...save, outcome: { is: 'done', row: after } }), 'Undo')
  await vi.waitFor(() => expect(setAll.mock.calls).toEqual([[post, [after], { title: 'Lama' }, 'kit.undone']]))
  expect(posted()).toEqual([])
})

it('undoing a publication takes back the time that the server gave it', () => {
  const published = { ...before, version: 4, status: 'publish', state: 'published', published_at: '2026-11-01T00:30:00Z' }
  expect(earlierValues(post, before, published, { status: 'publish' })).toEqual({ status: 'draft', published_at: null })
})

it('a record that was withdrawn cannot go back to a time that is past, and keeps a schedule', () => {
  const withdrawn = (published_at: string) =>
    earlierValues(post, { ...before, status: 'publish', published_at }, before, { status: 'draft', published_at: null })
  expect(withdrawn('2026-11-01T00:30:00Z')).toBeNull()
  expect(withdrawn('2090-11-01T00:30:00Z')).toEqual({ status: 'publish', published_at: '2090-11-01T00:30:00Z' })
})

it('a save that made the server send something has no way back', () => {
  const pick = { ...stamps, id: 3, ref: 'three', version: 2, stock_code: 'ANTM', risk: 'low', send_push: false, status: 'publish' }
  const labels = (patch: Record<string, unknown>) =>
    buildSavedMessage({
      ...{ section: recommendation, ref: 'three', before: pick, patch, mayEdit: true },
      outcome: { is: 'done', row: { ...pick, version: 3, risk: 'mid' } },
    }).buttons?.map((button) => button?.label)
  expect(labels({ risk: 'mid' })).toEqual(['Undo', 'View'])
  expect(labels({ risk: 'mid', send_push: true })).toEqual(['View'])
})

it.each([
  ['ok', { kind: 'info', text: 'Undone', message: undefined }],
  ['sent', { kind: 'info', text: undefined, message: 'outbox.wasSent' }],
  ['missing', { kind: 'info', text: undefined, message: 'outbox.isGone' }],
])('undoing a change that waits takes it out of the outbox (%s)', async (result, message) => {
  discardById.mockResolvedValue(result)
  press(buildSavedMessage({ ...save, outcome: { is: 'kept', id: 'change' } }), 'Undo')
  await vi.waitFor(() => expect(posted()).toEqual([message]))
  expect(discardById.mock.calls).toEqual([['change']])
})

it('there is no way back where earlier values are unknown, or the save sends something', () => {
  const outcome = { is: 'done', row: after } as const
  const labels = (message: Omit<DataMessage, 'id'>) => message.buttons?.map((button) => button?.label)
  expect(labels(buildSavedMessage({ ...save, outcome, isFinal: true }))).toEqual(['View'])
  expect(labels(buildSavedMessage({ ...save, outcome: { is: 'done', row: null } }))).toEqual(['View'])
  expect(earlierValues(post, before, after, { title: 'Baru', cover: null })).toBeNull()
})
