// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { messageStore } from '#console/data/base/messages.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { testMessage } from '#console/data/chat/test-chat.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { maxMessageLength } from '#contract/chat/messages.ts'
import {
  box,
  button,
  closePage,
  deferred,
  drawPage,
  fill,
  find,
  fire,
  isThere,
  key,
  openPage,
  press,
  until,
} from '#tests/support/composer-page.tsx'
import { mendTextFields, stubExecCommand } from '#tests/support/test-text-fields.ts'
import { type Sending, Writing, type WritingProps } from './writing.tsx'

const room = 'room-1'
const question: ShownMessage = { ...testMessage(1, 1, { content: 'Kapan dividen?' }), tick: null }
const other: ShownMessage = { ...testMessage(1, 2, { content: 'Terima kasih' }), tick: null }
const send = { text: vi.fn<Sending['text']>(), media: vi.fn<Sending['media']>() }
const onReply = vi.fn<WritingProps['onReply']>()
const onSent = vi.fn<WritingProps['onSent']>()
const onTyping = vi.fn<(typing: boolean) => void>()
let command: ReturnType<typeof stubExecCommand>

const draw = (values: Partial<WritingProps> = {}) => (
  <Writing
    room={room}
    customer="Budi"
    reply={null}
    onReply={onReply}
    messages={[]}
    onSent={onSent}
    send={send}
    onTyping={onTyping}
    {...values}
  />
)
const open = (values: Partial<WritingProps> = {}) => openPage(draw(values))
const texts = () => send.text.mock.calls.map(([input]) => input)
const setTouch = (points: number) => Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: points })

beforeAll(async () => {
  mendTextFields()
  await setLocale('en')
  await loadMessages(['chat', 'voice', 'kit'])
})
beforeEach(() => {
  command = stubExecCommand()
  for (const mock of [send.text, send.media, onReply, onSent, onTyping]) mock.mockReset()
  send.text.mockResolvedValue('ref-1')
  messageStore.set([])
})
afterEach(() => {
  closePage()
  writeRoomDraft(room, { content: '' })
  command.restore()
  setTouch(0)
})

describe('keys', () => {
  it('Enter sends the trimmed text once, and not where there is none', async () => {
    open()
    key(box(), 'Enter')
    fill(box(), '   ')
    key(box(), 'Enter')
    fill(box(), ' Halo ')
    expect(key(box(), 'Enter')).toBe(true)
    key(box(), 'Enter')
    await until(() => expect(onSent.mock.calls).toEqual([['ref-1']]))
    expect(texts()).toEqual([{ content: 'Halo' }])
    expect(box().value).toBe('')
  })

  it('Shift+Enter and Enter of an unfinished word are the text’s', () => {
    open()
    fill(box(), 'Halo')
    expect(key(box(), 'Enter', { shiftKey: true })).toBe(false)
    expect(key(box(), 'Enter', { isComposing: true })).toBe(false)
    expect(texts()).toEqual([])
  })

  it('Enter adds a line on a phone', () => {
    setTouch(1)
    open()
    fill(box(), 'Halo')
    expect(key(box(), 'Enter')).toBe(false)
    expect([texts(), box().getAttribute('enterkeyhint')]).toEqual([[], 'enter'])
  })

  it('Escape leaves the box, and first the reply', () => {
    open()
    box().focus()
    expect(key(box(), 'a')).toBe(false)
    expect(document.activeElement).toBe(box())
    expect(key(box(), 'Escape')).toBe(true)
    expect(document.activeElement).not.toBe(box())
    drawPage(draw({ reply: question, messages: [question] }))
    key(box(), 'Escape')
    expect(onReply.mock.calls).toEqual([[null]])
    expect(document.activeElement).toBe(box())
  })

  it('a press of the button leaves the focus in the box', async () => {
    open()
    expect(await fire(button('Record a voice message'), 'pointerdown')).toBe(true)
  })
})

describe('the text', () => {
  it('says whether somebody types, until the box is left or empty', async () => {
    open()
    fill(box(), 'H')
    fill(box(), ' ')
    expect(onTyping.mock.calls).toEqual([[true], [false]])
    fill(box(), 'Halo')
    act(() => box().focus())
    act(() => box().blur())
    expect(onTyping.mock.calls.slice(2)).toEqual([[true], [false]])
    fill(box(), 'Halo kak')
    await press('Send')
    expect(onTyping.mock.calls.slice(4)).toEqual([[true], [false]])
  })

  it('is no longer than the channel takes', () => {
    open()
    fill(box(), ` ${'a'.repeat(maxMessageLength)} `)
    expect([isThere('[role=status]'), button('Send').disabled]).toEqual([false, false])
    fill(box(), 'a'.repeat(maxMessageLength + 1))
    expect([find('[role=status]').textContent, button('Send').disabled]).toEqual(['4,097 of 4,096 characters', true])
    key(box(), 'Enter')
    expect(texts()).toEqual([])
  })

  it('has a tool of its user', () => {
    open({ tool: ({ text }) => <output>{text.length}</output> })
    fill(box(), 'Halo')
    expect(find('output').textContent).toBe('4')
  })
})

describe('a reply', () => {
  it('shows the quoted message, names it in what is sent, and ends', async () => {
    open({ reply: question, messages: [question] })
    expect(document.body.textContent).toContain('Kapan dividen?')
    expect(document.activeElement).toBe(box())
    await press('Cancel the reply')
    expect(onReply.mock.calls).toEqual([[null]])
    fill(box(), 'Besok')
    expect(readRoomDraft(room)).toEqual({ content: 'Besok', reply_to: question.ref })
    await press('Send')
    expect(texts()).toEqual([{ content: 'Besok', reply_to: question.ref }])
    expect(onReply.mock.calls).toEqual([[null], [null]])
    drawPage(draw())
    expect(document.body.textContent).not.toContain('Kapan dividen?')
  })

  it('comes back with the text that could not be queued', async () => {
    send.text.mockRejectedValue(new Error('the storage is full'))
    open({ reply: question, messages: [question] })
    fill(box(), 'Besok')
    await press('Send')
    await until(() => expect(onReply.mock.calls).toEqual([[null], [question]]))
    expect([box().value, onSent.mock.calls]).toEqual(['Besok', []])
  })

  it('is kept with the draft, and restored once its message is loaded', () => {
    writeRoomDraft(room, { content: 'Besok', reply_to: other.ref })
    open()
    expect(onReply).not.toHaveBeenCalled()
    expect(readRoomDraft(room).reply_to).toBe(other.ref)
    drawPage(draw({ messages: [question, other] }))
    expect(onReply.mock.calls).toEqual([[other]])
    drawPage(draw({ messages: [question, other], reply: other }))
    drawPage(draw({ messages: [question, other, { ...question, ref: 'new' }], reply: other }))
    expect(onReply).toHaveBeenCalledTimes(1)
    drawPage(draw({ messages: [question, other], reply: question }))
    expect(readRoomDraft(room)).toEqual({ content: 'Besok', reply_to: question.ref })
    drawPage(draw({ messages: [question, other] }))
    expect(readRoomDraft(room)).toEqual({ content: 'Besok' })
  })

  it('of a message that is not loaded stays away, and so does none', () => {
    writeRoomDraft(room, { content: 'Besok', reply_to: 'gone' })
    open({ messages: [question] })
    closePage()
    writeRoomDraft(room, { content: 'Besok' })
    open({ messages: [question] })
    expect(onReply).not.toHaveBeenCalled()
  })
})

/** A microphone; `stop` gives what was recorded. */
class TestRecorder {
  static isTypeSupported = (type: string) => type === 'audio/ogg;codecs=opus'
  ondataavailable: (event: { data: Blob }) => void = () => undefined
  onstop: () => void = () => undefined
  start = () => this.ondataavailable({ data: new Blob(['OggS']) })
  stop = () => this.onstop()
}

describe('a voice message', () => {
  let microphone: () => Promise<{ getTracks: () => { stop: () => void }[] }>
  const record = () => press('Record a voice message')
  const recordedName = /^voice-note .*\.ogg$/

  beforeEach(() => {
    vi.stubGlobal('MediaRecorder', TestRecorder)
    microphone = async () => ({ getTracks: () => [] })
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: () => microphone() } })
    send.media.mockResolvedValue('ref-2')
  })

  it('is sent as a file, as an answer to the quoted message', async () => {
    open({ reply: question, messages: [question] })
    await record()
    expect([isThere('textarea'), find('[role=timer]').textContent]).toEqual([false, '0:00'])
    await press('Send the voice message')
    await until(() => expect(onSent.mock.calls).toEqual([['ref-2']]))
    expect(isThere('textarea')).toBe(true)
    const [files, input] = send.media.mock.calls[0] ?? []
    expect(files).toEqual([{ key: expect.any(String), file: expect.any(File) }])
    expect(files?.[0]?.file.name).toMatch(recordedName)
    expect(input).toEqual({ reply_to: question.ref })
    expect(onReply.mock.calls).toEqual([[null]])
  })

  it('is discarded by its button and by Escape, and by no other key', async () => {
    open()
    await record()
    await press('Discard the recording')
    expect(isThere('[role=timer]')).toBe(false)
    closePage()
    open()
    await record()
    expect(key(button('Send the voice message'), 'a')).toBe(false)
    expect(isThere('[role=timer]')).toBe(true)
    expect(key(button('Send the voice message'), 'Escape')).toBe(true)
    await act(async () => undefined)
    expect(isThere('[role=timer]')).toBe(false)
    expect(send.media).not.toHaveBeenCalled()
  })

  it('that could not be queued lies in the tray', async () => {
    send.media.mockRejectedValue(new Error('the storage is full'))
    open({ reply: question, messages: [question] })
    await record()
    await press('Send the voice message')
    await until(() => expect(find('ul').textContent).toContain('voice-note'))
    expect([onSent.mock.calls, onReply.mock.calls]).toEqual([[], []])
  })

  it('is kept when the chat is left while recording', async () => {
    open()
    await record()
    drawPage(null)
    await until(() => expect(messageStore.get()).toMatchObject([{ kind: 'info', text: 'Your recording is kept in the chat with Budi' }]))
    expect(send.media).not.toHaveBeenCalled()
  })

  it('waits for the microphone, and says why there is none until that is dismissed', async () => {
    const asking = deferred<never>()
    microphone = () => asking.promise
    open()
    expect(isThere('[role=alert]')).toBe(false)
    await record()
    expect(button('Record a voice message').getAttribute('aria-busy')).toBe('true')
    await act(async () => asking.reject(new DOMException('no', 'NotAllowedError')))
    expect(button('Record a voice message').getAttribute('aria-busy')).toBeNull()
    expect(find('[role=alert]').textContent).toContain('The microphone is not allowed')
    await press('Close')
    expect(isThere('[role=alert]')).toBe(false)
  })
})
