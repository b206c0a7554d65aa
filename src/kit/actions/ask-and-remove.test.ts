// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { messageStore } from '#console/data/base/messages.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { post } from '#contract/sections/content/post.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { askAndRemove } from './ask-and-remove.ts'

const { submitBulk, discardById, restore } = vi.hoisted(() => ({ submitBulk: vi.fn(), discardById: vi.fn(), restore: vi.fn() }))
vi.mock('#console/ui/confirm.ts', () => ({ confirm: async () => true }))
vi.mock('./submit-bulk.ts', async (original) => ({ ...(await original<object>()), submitBulk }))
vi.mock('#console/data/writes/actions.ts', () => ({ discardById }))
vi.mock('../trash/trash-actions.ts', () => ({ restore }))

const rows: AnyRow[] = [1, 2].map((id) => ({
  ...{ id, ref: `ref-${id}`, version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null },
  title: `Kabar ${id}`,
}))
const done = { done: 2, texts: 'ok', refused: [], waiting: 0, waitingIds: [] }
const kept = { ...done, done: 0, texts: '', waiting: 2, waitingIds: ['change'] }

function signIn(...permissions: Permission[]): void {
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
}
const posted = () => messageStore.get().map(({ kind, text, lines }) => ({ kind, text, lines }))
const undo = () => messageStore.get().at(-1)?.buttons?.[0]
function press(): void {
  const button = undo()
  if (!button || !('run' in button)) throw new Error('there is no Undo')
  button.run()
}

beforeAll(() => setLocale('en'))
beforeEach(() => {
  vi.resetAllMocks()
  messageStore.set([])
  signIn('delete content', 'update content')
})

it('a delete that was sent is restored out of the trash', async () => {
  submitBulk.mockResolvedValue(done)
  expect(await askAndRemove(post, rows)).toBe(true)
  expect(posted()).toEqual([{ kind: 'success', text: 'ok', lines: ['2 records'] }])
  expect(undo()?.label).toBe('Undo')
  press()
  await vi.waitFor(() => expect(restore.mock.calls).toEqual([[post, rows]]))
  expect(discardById).not.toHaveBeenCalled()
})

it('a delete that still waits is forgotten', async () => {
  submitBulk.mockResolvedValue(kept)
  discardById.mockResolvedValue('ok')
  await askAndRemove(post, rows)
  press()
  await vi.waitFor(() => expect(posted().slice(1)).toEqual([{ kind: 'info', text: 'Undone', lines: undefined }]))
  expect(discardById.mock.calls.map(([id]) => id)).toEqual(['change'])
  expect(restore).not.toHaveBeenCalled()
})

it('a delete that waited and was sent meanwhile is restored', async () => {
  submitBulk.mockResolvedValue(kept)
  discardById.mockResolvedValue('missing')
  await askAndRemove(post, rows)
  press()
  await vi.waitFor(() => expect(restore).toHaveBeenCalled())
})

it('there is no Undo without a trash, or for somebody who may not restore', async () => {
  submitBulk.mockResolvedValue(done)
  await askAndRemove(bank, rows)
  expect(undo()).toBeUndefined()
  signIn('delete content')
  await askAndRemove(post, rows)
  expect(undo()).toBeUndefined()
})
