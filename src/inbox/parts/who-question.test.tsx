// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { showMessage } from '#console/data/chat/fold.ts'
import { testMessage } from '#console/data/chat/test-chat.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { decideAccount } from '#contract/chat/who.ts'
import type { NoteValues } from '#contract/parts/message-fields.ts'
import { click, closePage, find, isThere, openPage } from '#tests/support/composer-page.tsx'
import { testRow } from '#tests/support/test-row.ts'
import { PartsContext } from './context.ts'
import { NoteLine } from './note-line.tsx'

const { push, submit, confirm } = vi.hoisted(() => ({
  push: vi.fn<(path: string) => void>(),
  submit: vi.fn<(submission: unknown) => Promise<void>>(),
  confirm: vi.fn<(question: { title: string }) => Promise<boolean>>(),
}))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push } }) }))
vi.mock('#console/data/writes/submit.ts', () => ({ submit, submitAll: vi.fn() }))
vi.mock('#console/ui/confirm.ts', () => ({ confirm }))

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'parts', 'kit'])
})
beforeEach(() => {
  vi.clearAllMocks()
  confirm.mockResolvedValue(true)
})
afterEach(() => {
  closePage()
  outboxStore.set((old) => ({ ...old, rows: [], settled: [] }))
})

const note = (values: NoteValues = {}, note_of = 'anotherAccount') =>
  showMessage(
    testMessage(1, 5, { kind: 'note', is_admin: true, content: 'Another account', note_of, values: { account: 'ID.a', ...values } }),
  )

function draw(message: ReturnType<typeof note>, mayWrite = true): string {
  openPage(
    <PartsContext value={{ phone: '', mayWrite, react: null }}>
      <NoteLine message={message} />
    </PartsContext>,
  )
  return document.body.textContent ?? ''
}

const waiting = (values: Partial<ReturnType<typeof testRow>>) => {
  const { ref } = note()
  const row = testRow({ seq: 3, section: 'chat-messages', action: 'bulkUpdate', call: decideAccount.name, touches: [ref], ...values })
  outboxStore.set((old) => ({ ...old, rows: [row] }))
}

it.each([
  ['Same person', 'same'],
  ['Somebody else', 'other'],
] as const)("'%s' asks first, and goes through the outbox about the note alone", async (words, answer) => {
  draw(note())
  await click(find('button', words))
  expect(confirm).toHaveBeenCalledOnce()
  const { ref, room } = note()
  expect(submit.mock.calls).toEqual([
    [{ call: decideAccount, params: { room, id: ref }, touches: [ref], patch: { answer }, label: expect.any(String) }],
  ])
})

it('nothing is sent by whoever thinks better of it, and nobody is asked who may not answer the room', async () => {
  confirm.mockResolvedValue(false)
  draw(note())
  await click(find('button', 'Same person'))
  expect(submit).not.toHaveBeenCalled()
  closePage()
  draw(note(), false)
  expect(isThere('button')).toBe(false)
})

it('the note says what was decided and by whom, and leads to the other chat', async () => {
  expect(draw(note({ decided: 'same', by: 'Ani' }))).toContain('The same person, says Ani')
  expect(isThere('button')).toBe(false)
  closePage()
  expect(draw(note({ decided: 'other', by: 'Ani', room: 'r2' }))).toContain('Somebody else, says Ani')
  await click(find('button', 'Open the other chat'))
  expect(push).toHaveBeenCalledWith('/chat-platform/list?room=r2')
  closePage()
  expect(draw(note({ decided: 'other', by: null, room: 'r2' }))).toContain('as WhatsApp reported')
})

it('an answer that waits is there at once, and no second one is offered', () => {
  waiting({ patch: { answer: 'same' } })
  const words = draw(note())
  expect(words).toContain('Same person')
  expect(words).toContain('Waits to be sent')
  expect(isThere('fieldset')).toBe(false)
})

it('a refused answer says why, beside what was decided before', async () => {
  const reason = { code: 'account_other', params: { name: 'Budi' } }
  waiting({ patch: { answer: 'same' }, state: 'parked', reason: 'rejected', lastError: { message: 'No', at: 0, reason } as never })
  const words = draw(note({ decided: 'other', by: 'Budi', room: 'r2' }))
  expect(words).toContain('Somebody else, says Budi')
  expect(words).toContain('Budi said already that this is somebody else')
  expect(isThere('fieldset')).toBe(false)
})
