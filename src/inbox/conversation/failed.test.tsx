// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { shownRoom, testMessage } from '#console/data/chat/test-chat.ts'
import { sendText } from '#console/data/chat/write.ts'
import { has, loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { sendErrorCodes, sendErrorOf } from '#contract/chat/send-errors.ts'
import { click, closePage, find, openPage } from '#tests/support/composer-page.tsx'
import { Failed, Parked } from './failed.tsx'

vi.mock('#console/data/chat/write.ts', () => ({ sendText: vi.fn(), sendTemplate: vi.fn() }))
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'sending', 'kit', 'forms'])
})
beforeEach(() => vi.mocked(sendText).mockReset().mockResolvedValue('ref'))
afterEach(closePage)

const room = shownRoom(1)
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
const text = () => find('p').textContent?.replace(/[\u2066-\u2069]/g, '')
function open(failure: string | null, values: Partial<ShownMessage> = {}, shown: typeof room | null = room) {
  const message: ShownMessage = { ...testMessage(1, 1, { is_admin: true, status: 'failed', failure }), tick: 'failed', ...values }
  openPage(<Failed message={message} room={shown} mayWrite />)
}

it('every code has words of its own, without the code, and a button only where a person may send again', () => {
  for (const code of sendErrorCodes) {
    open(`Words of WhatsApp (${code})`)
    const error = sendErrorOf(code)
    expect([code, has(`sending.error.${error?.name}`), text()?.includes(String(code))]).toEqual([code, true, false])
    const expected = error?.besides === 'window' ? ['Choose a template'] : error?.again === 'no' ? [] : ['Send again']
    expect([code, buttons()]).toEqual([code, expected])
    closePage()
  }
  open(null)
})

it.each([
  ['Message undeliverable (131026)', 'Cannot be delivered: there is no WhatsApp there, the app is old'],
  ['Parameter name is missing (132018)', 'A value is missing or wrong: Parameter name is missing'],
  ['Something new (199999)', 'WhatsApp refused: Something new (199999)'],
  ['The file of this message is gone', 'Not sent: The file of this message is gone. You can send it again.'],
])('%s is said in words', (failure, expected) => {
  open(failure)
  expect(text()).toContain(expected)
})

it('a message that the queue sends again says so, and has no button', () => {
  open('Pair rate limit hit (131056)', { tick: 'device', status: 'queued' })
  expect(text()).toBe('Too many messages went to this customer just now. It is sent again automatically.')
  expect(buttons()).toEqual([])
})

it('a template is never sent again as a text, and a file is attached again', () => {
  open('Media upload error (131053)', { template: 'sapaan' })
  expect(buttons()).toEqual(['Choose a template'])
  closePage()
  open('Media upload error (131053)', { kind: 'image', content: null })
  expect([buttons(), text()]).toEqual([[], 'Our file is of a wrong kind, or too large. Attach the file again to send it.'])
  closePage()
  open('Something new (199999)', {}, null)
  expect(buttons()).toEqual([])
})

it('a second press sends a text once', async () => {
  open('Media upload error (131053)')
  const again = find<HTMLButtonElement>('button', 'Send again')
  await click(again)
  await click(again)
  expect(vi.mocked(sendText).mock.calls).toEqual([[room, { content: 'Message 1' }]])
  expect(buttons()).toEqual([])
})

it('a refused template says why in words, and is chosen again', () => {
  const parked = { why: 'rejected', message: 'The server said so', reason: { code: 'template_changed' }, seq: 1 } as const
  openPage(<Parked room={room} parked={parked} isTemplate />)
  expect(text()).toContain('The template was changed after it was opened. Choose it again.')
  expect(buttons()).toEqual(['Choose a template', 'Discard'])
  closePage()
  const problem = { code: 'template_status', message: 'template: English' }
  openPage(<Parked room={room} parked={{ ...parked, reason: undefined, problem }} isTemplate />)
  expect(text()).toContain('WhatsApp does not send this template at the moment')
  closePage()
  openPage(<Parked room={room} parked={{ ...parked, reason: undefined }} isTemplate={false} />)
  expect([text(), buttons()]).toEqual([expect.stringContaining('The server said so'), ['Discard']])
})
