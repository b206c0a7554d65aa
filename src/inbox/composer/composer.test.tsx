// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { messageStore } from '#console/data/base/messages.ts'
import { writeRoomDraft } from '#console/data/chat/room-draft.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { sendPresence } from '#console/data/chat/socket.ts'
import { shownRoom } from '#console/data/chat/test-chat.ts'
import { sendMedia, sendTemplate, sendText } from '#console/data/chat/write.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { box, button, closePage, drawPage, fill, find, fire, isThere, openPage, press, until } from '#tests/support/composer-page.tsx'
import { mendTextFields } from '#tests/support/test-text-fields.ts'
import { Composer } from './composer.tsx'

vi.mock('#console/data/chat/write.ts', () => ({ sendText: vi.fn(), sendMedia: vi.fn(), sendTemplate: vi.fn() }))
vi.mock('#console/data/chat/socket.ts', () => ({ sendPresence: vi.fn() }))
vi.mock('./template-picker.tsx', () => ({
  TemplatePicker: ({ onSend }: { onSend: (template: object) => void }) => (
    <button type="button" aria-label="A template" onClick={() => onSend(template)} />
  ),
}))

const template = { key: 'a key', name: 'greeting', language: 'en', text: 'Good morning' }
const onSent = vi.fn<(ref: string) => void>()
const now = Date.parse('2026-11-20T08:00:00Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const roomOpenFor = (minutes: number, values: Partial<Room> = {}) => shownRoom(1, { window_until: inMinutes(minutes), ...values })
const draw = (room: Room, mayWrite = true) => (
  <Composer room={room} mayWrite={mayWrite} customer="Budi" reply={null} onReply={() => undefined} messages={[]} onSent={onSent} />
)
const chip = () => find('[data-window]')
const isChip = (state: string, words: string) => expect([chip().dataset.window, chip().textContent]).toEqual([state, words])

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
  await loadMessages(['chat', 'kit'])
})
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  for (const mock of [sendText, sendMedia, sendTemplate, sendPresence]) vi.mocked(mock).mockReset()
  onSent.mockReset()
  messageStore.set([])
})
afterEach(() => {
  closePage()
  vi.useRealTimers()
  writeRoomDraft(shownRoom(1).ref, { content: '' })
})

describe('Composer', () => {
  it('is no input for those who may only read', () => {
    openPage(draw(roomOpenFor(60), false))
    expect(document.body.textContent).toBe('You can read this conversation, not answer it.')
  })

  it('sends text and files of its chat', async () => {
    vi.mocked(sendText).mockResolvedValue('ref-1')
    vi.mocked(sendMedia).mockResolvedValue('ref-2')
    const room = roomOpenFor(60)
    openPage(draw(room))
    fill(box(), 'Halo')
    expect(vi.mocked(sendPresence).mock.calls).toEqual([[room.ref, true]])
    await press('Send')
    expect(vi.mocked(sendPresence).mock.calls.at(-1)).toEqual([room.ref, false])
    expect(vi.mocked(sendText).mock.calls).toEqual([[room, { content: 'Halo' }, expect.any(Function)]])
    const file = new File(['%PDF'], 'brosur.pdf', { type: 'application/pdf' })
    await fire(box(), 'drop', { dataTransfer: { files: [file] } })
    await until(() => expect(isThere('ul')).toBe(true))
    await press('Send')
    expect(vi.mocked(sendMedia).mock.calls).toEqual([[room, [expect.objectContaining({ file })], {}, expect.any(Function)]])
    expect(onSent.mock.calls).toEqual([['ref-1'], ['ref-2']])
  })

  it('allows only a template after 24 hours', async () => {
    vi.mocked(sendTemplate).mockResolvedValue('ref-1')
    const room = roomOpenFor(-1)
    openPage(draw(room))
    isChip('closed', '24 hours over')
    expect(document.body.textContent).toContain('Only a template may be sent')
    expect(isThere('textarea')).toBe(false)
    await until(() => expect(isThere('[aria-label="A template"]')).toBe(true))
    await press('A template')
    expect(vi.mocked(sendTemplate).mock.calls).toEqual([[room, template]])
    expect(onSent.mock.calls).toEqual([['ref-1']])
  })

  it('says why a template could not be queued', async () => {
    vi.mocked(sendTemplate).mockRejectedValue(new Error('the storage is full'))
    openPage(draw(roomOpenFor(-1)))
    await until(() => expect(isThere('[aria-label="A template"]')).toBe(true))
    await press('A template')
    expect(messageStore.get()).toMatchObject([{ kind: 'error' }])
    expect(onSent).not.toHaveBeenCalled()
  })

  it('shows the number that answers, where it is known', () => {
    openPage(draw(roomOpenFor(60, { whatsapp_number_name: 'Sales' })))
    expect(document.body.textContent).toContain('via Sales')
    drawPage(draw(roomOpenFor(60, { whatsapp_number_name: null })))
    expect(document.body.textContent).not.toContain('via')
  })
})

describe('the time that is left', () => {
  it('is counted in hours and minutes, and is a warning in the last two hours', () => {
    openPage(draw(roomOpenFor(23 * 60 + 5)))
    isChip('open', '23 h 5 min left')
    expect(document.body.textContent).not.toContain('Only a template')
    expect(button('Emoji')).toBeDefined()
    drawPage(draw(roomOpenFor(119)))
    isChip('ending', '1 h 59 min left')
    drawPage(draw(roomOpenFor(59)))
    isChip('ending', '59 min left')
    drawPage(draw(roomOpenFor(0.5)))
    isChip('ending', '1 min left')
  })

  it('passes by itself', () => {
    openPage(draw(roomOpenFor(2)))
    isChip('ending', '2 min left')
    act(() => vi.advanceTimersByTime(1))
    isChip('ending', '1 min left')
    act(() => vi.advanceTimersByTime(60_000))
    isChip('ending', '1 min left')
    act(() => vi.advanceTimersByTime(60_000))
    isChip('closed', '24 hours over')
  })

  it('is read again when a phone wakes up', () => {
    openPage(draw(roomOpenFor(2)))
    vi.setSystemTime(now + 3 * 60_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    isChip('closed', '24 hours over')
  })

  it('begins again with a message of the customer, by the clock of then', () => {
    openPage(draw(roomOpenFor(-1)))
    vi.setSystemTime(now + 10 * 60_000)
    drawPage(draw(roomOpenFor(60)))
    isChip('ending', '50 min left')
    expect(box()).toBeDefined()
  })
})
