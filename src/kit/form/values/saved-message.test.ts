// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type DataMessage, messageStore } from '#console/data/base/messages.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { post } from '#contract/sections/content/post.ts'
import { buildSavedMessage, earlierValues } from './saved-message.ts'

const { discardById, setValues } = vi.hoisted(() => ({ discardById: vi.fn(), setValues: vi.fn() }))
vi.mock('#console/data/writes/actions.ts', () => ({ discardById }))
vi.mock('../../actions/actions.ts', () => ({ setValues }))

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

it('undoing a change that was made saves the earlier values over it', async () => {
  setValues.mockResolvedValue(true)
  press(buildSavedMessage({ ...save, outcome: { is: 'done', row: after } }), 'Undo')
  await vi.waitFor(() => expect(posted()).toEqual([{ kind: 'info', text: 'Undone', message: undefined }]))
  expect(setValues.mock.calls).toEqual([[post, after, { title: 'Lama' }]])
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
