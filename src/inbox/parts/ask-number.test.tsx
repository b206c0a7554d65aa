// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { showMessage } from '#console/data/chat/fold.ts'
import { shownRoom, testMessage } from '#console/data/chat/test-chat.ts'
import { askContact } from '#console/data/chat/write.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { button, click, closePage, fill, find, openPage, until } from '#tests/support/composer-page.tsx'
import { AskNumber } from './ask-number.tsx'

vi.mock('#console/data/chat/write.ts', () => ({ askContact: vi.fn() }))

const room = shownRoom(1, { customer_phone: '' })
const onSent = vi.fn<(ref: string) => void>()
const request = (values: object) =>
  showMessage(testMessage(1, 9, { is_admin: true, chips: [{ chip: 'contactRequest' }], created_at: new Date().toISOString(), ...values }))

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'kit', 'parts'])
})
beforeEach(() => {
  vi.mocked(askContact).mockReset().mockResolvedValue('ref-1')
  onSent.mockReset()
})
afterEach(closePage)

async function open(...messages: ReturnType<typeof request>[]) {
  openPage(<AskNumber room={room} messages={messages} onSent={onSent} />)
  await click(button('Ask for the number'))
  await until(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
}

it('the number is asked for once, in words that can be changed', async () => {
  await open()
  fill(find<HTMLTextAreaElement>('[role=dialog] textarea'), ' Boleh minta nomornya? ')
  const form = find('form')
  await act(async () => {
    for (const _press of [1, 2]) form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  await until(() => expect(onSent).toHaveBeenCalledWith('ref-1'))
  expect(vi.mocked(askContact).mock.calls).toEqual([[room, 'Boleh minta nomornya?', expect.stringMatching(/^[0-9a-f-]{36}$/)]])
})

it('while a question is open its time is said instead, and one that failed or is of yesterday is not open', async () => {
  await open(request({}))
  expect(find('[role=dialog]').textContent).toContain('has not shared the number yet')
  expect(document.querySelector('form')).toBeNull()
  for (const over of [{ status: 'failed' }, { created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() }]) {
    closePage()
    await open(request(over))
    expect(document.querySelector('form')).not.toBeNull()
  }
})
