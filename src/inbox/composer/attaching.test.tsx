// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { act } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { messageStore } from '#console/data/base/messages.ts'
import { closeDatabase, ownerDatabase } from '#console/data/cache/db.ts'
import { readDraftFiles } from '#console/data/cache/draft-files.ts'
import { writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { box, button, closePage, deferred, fill, find, fire, isThere, key, openPage, press, until } from '#tests/support/composer-page.tsx'
import { mendTextFields, stubExecCommand } from '#tests/support/test-text-fields.ts'
import { type Sending, Writing } from './writing.tsx'

let room: string
let command: ReturnType<typeof stubExecCommand>
const send = { text: vi.fn<Sending['text']>(), media: vi.fn<Sending['media']>() }
const onSent = vi.fn<(ref: string) => void>()

beforeAll(async () => {
  mendTextFields()
  // The database copies only those of Node.
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('File', NodeFile)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, session: { token: 't', user, roles: [], permissions: ['get crm'], roleRead: [] } }))
  await setLocale('en')
  await loadMessages(['chat', 'kit'])
  await import('#console/data/api/fetch-file.ts')
})
beforeEach(() => {
  room = uuidv7()
  command = stubExecCommand()
  for (const mock of [send.text, send.media, onSent]) mock.mockReset()
  messageStore.set([])
})
afterEach(() => {
  closePage()
  command.restore()
  writeRoomDraft(room, { content: '' })
})
afterAll(async () => {
  sessionStore.set((old) => ({ ...old, session: null }))
  closeDatabase()
  vi.unstubAllGlobals()
})

const salam = { ref: 'c1', shortcut: 'salam', title: 'Salam', text: 'Salam, {customer_name}!', attachment: null }
const attachment = { url: 'https://files.test/brosur.pdf', name: 'brosur.pdf', type: 'application/pdf', size: 4 }
const brosur = { ref: 'c2', shortcut: 'brosur', title: 'Brosur', text: 'Ini brosurnya', attachment }

function open(canned: Parameters<typeof openPage>[1] = []) {
  const nothing = () => undefined
  openPage(<Writing room={room} customer="Budi" reply={null} onReply={nothing} messages={[]} onSent={onSent} send={send} />, canned)
}
const pdf = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
const tray = () => [...document.querySelectorAll('ul li button')].map((each) => each.getAttribute('aria-label')?.replace('Remove ', ''))
const stored = async () => (await readDraftFiles(`chat/${room}`)).map(({ name }) => name)
const drop = (...files: File[]) => fire(box(), 'drop', { dataTransfer: { files } })
const isShown = (...names: string[]) => until(() => expect(tray()).toEqual(names))
const isStored = (...names: string[]) => vi.waitFor(async () => expect(await stored()).toEqual(names))
const errors = () => messageStore.get().map(({ kind, text }) => [kind, text?.replace(/[\u2066\u2069]/g, '')])

describe('files', () => {
  it('are chosen, shown with their size, kept on the device and sent with the text as their caption', async () => {
    send.media.mockResolvedValue('ref-1')
    open()
    expect(box().placeholder).toBe('Write a message')
    const input = find<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { configurable: true, value: [pdf('a.pdf', 2_000), pdf('b.pdf')] })
    await fire(input, 'change')
    await isShown('a.pdf', 'b.pdf')
    expect([box().placeholder, document.activeElement === box()]).toEqual(['Add a caption', true])
    expect(find('ul').textContent?.replace(/[\u2066\u2069]/g, '')).toBe('a.pdf2 KBb.pdf4 B')
    await isStored('a.pdf', 'b.pdf')
    fill(box(), 'Ini')
    await press('Send')
    const [files, answer, alongside] = send.media.mock.calls[0] ?? []
    expect(files?.map(({ file }) => file.name)).toEqual(['a.pdf', 'b.pdf'])
    expect([answer, tray(), onSent.mock.calls]).toEqual([{ content: 'Ini' }, [], [['ref-1']]])
    await isStored('a.pdf', 'b.pdf')
    const db = ownerDatabase()
    if (db) await alongside?.(db)
    await isStored()
  })

  it('go without a caption where nothing was written', async () => {
    send.media.mockResolvedValue('ref-1')
    open()
    await drop(pdf('a.pdf'))
    await isShown('a.pdf')
    key(box(), 'Enter')
    await until(() => expect(onSent).toHaveBeenCalled())
    expect(send.media.mock.calls[0]?.[1]).toEqual({})
  })

  it('that the channel does not take are named with the reason', async () => {
    open()
    const long = new File([new Uint8Array(16_000_001)], 'long.mp3', { type: 'audio/mpeg' })
    await drop(pdf('empty.pdf', 0), new File(['x'], 'a.zip', { type: 'application/zip' }), long, pdf('a.pdf'))
    await isShown('a.pdf')
    expect(errors()).toEqual([
      ['error', 'empty.pdf is empty'],
      ['error', 'a.zip is of a type that WhatsApp does not take'],
      ['error', 'long.mp3 is too large: at most 15.3 MB'],
    ])
  })

  it('are ten at most', async () => {
    open()
    const names = Array.from({ length: 9 }, (_, at) => `${at}.pdf`)
    await drop(...names.map((name) => pdf(name)))
    await isShown(...names)
    expect(errors()).toEqual([])
    await drop(pdf('9.pdf'), pdf('10.pdf'))
    await isShown(...names, '9.pdf')
    expect(errors()).toEqual([['error', 'At most 10 files go at once: the others were left out.']])
  })

  it('are removed from the message and from the device', async () => {
    open()
    await drop(pdf('a.pdf'), pdf('b.pdf'))
    await isShown('a.pdf', 'b.pdf')
    await press('Remove a.pdf')
    expect(tray()).toEqual(['b.pdf'])
    await isStored('b.pdf')
  })

  it('are there again when the chat is opened again, before those that were added since', async () => {
    open()
    await drop(pdf('a.pdf'))
    await isShown('a.pdf')
    await isStored('a.pdf')
    closePage()
    open()
    await isShown('a.pdf')
    await drop(pdf('b.pdf'))
    await isShown('a.pdf', 'b.pdf')
  })

  it('come back when they could not be queued; while they wait for it the chat opens without them', async () => {
    const queued = deferred<string>()
    send.media.mockReturnValue(queued.promise)
    open()
    await drop(pdf('a.pdf'))
    await isShown('a.pdf')
    await press('Send')
    await drop(pdf('b.pdf'))
    await isShown('b.pdf')
    await act(async () => queued.reject(new Error('the storage is full')))
    await isShown('a.pdf', 'b.pdf')
    expect([errors().length, onSent.mock.calls]).toEqual([1, []])
    const again = deferred<string>()
    send.media.mockReturnValue(again.promise)
    await press('Send')
    closePage()
    open()
    await drop(pdf('c.pdf'))
    await isShown('c.pdf')
    await act(async () => again.resolve('ref-1'))
  })

  it('are pasted; pasted text is the box’s', async () => {
    open()
    expect(await fire(box(), 'paste', { clipboardData: { files: [] } })).toBe(false)
    expect(await fire(box(), 'paste', { clipboardData: { files: [pdf('a.pdf')] } })).toBe(true)
    await isShown('a.pdf')
  })

  it('are dropped on the box; dragged text is not', async () => {
    open()
    expect(await fire(box(), 'dragover', { dataTransfer: { types: ['text/plain'] } })).toBe(false)
    expect(await fire(box(), 'dragover', { dataTransfer: { types: ['Files'] } })).toBe(true)
    await fire(box(), 'dragleave')
    expect(await drop(pdf('a.pdf'))).toBe(true)
    await isShown('a.pdf')
  })

  it('that are pictures are seen', async () => {
    open()
    await drop(new File(['x'], 'a.png', { type: 'image/png' }))
    await isShown('a.png')
    expect(find<HTMLImageElement>('ul img').src).toBe('blob:picture')
  })
})

describe('a canned reply', () => {
  let asked: { signal: AbortSignal | null | undefined; answer: (response: Response) => void; fail: () => void }[]
  beforeEach(() => {
    asked = []
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      const { promise, resolve, reject } = deferred<Response>()
      asked.push({ signal, answer: resolve, fail: () => reject(new TypeError('no line')) })
      signal?.addEventListener('abort', () => reject(signal.reason))
      return promise
    })
    send.text.mockResolvedValue('ref-1')
    send.media.mockResolvedValue('ref-2')
  })
  const answer = (body: BodyInit, type = 'application/pdf', status = 200) =>
    asked[0]?.answer(new Response(body, { status, headers: { 'Content-Type': type } }))
  async function take(term: string) {
    fill(box(), `/${term}`)
    expect(key(box(), 'Enter')).toBe(true)
    await act(async () => undefined)
  }
  async function takeBrosur() {
    open([salam, brosur])
    await take('bro')
    await until(() => expect(asked).toHaveLength(1))
  }

  it('is named in what is sent, unless the box was emptied since', async () => {
    open([salam])
    await take('sal')
    expect(box().value).toBe('Salam, Budi!')
    await press('Send')
    expect(send.text.mock.calls[0]?.[0]).toEqual({ content: 'Salam, Budi!', auto_text: 'c1' })
    await take('sal')
    fill(box(), '')
    fill(box(), 'Halo')
    key(box(), 'Enter')
    await until(() => expect(send.text).toHaveBeenCalledTimes(2))
    expect(send.text.mock.calls[1]?.[0]).toEqual({ content: 'Halo' })
  })

  it('is named again after it could not be queued', async () => {
    send.text.mockRejectedValueOnce(new Error('the storage is full'))
    open([salam])
    await take('sal')
    key(box(), 'Enter')
    await until(() => expect(box().value).toBe('Salam, Budi!'))
    key(box(), 'Enter')
    await until(() => expect(onSent).toHaveBeenCalled())
    expect(send.text.mock.calls.map(([input]) => input.auto_text)).toEqual(['c1', 'c1'])
  })

  it('waits for its file, and goes with it', async () => {
    await takeBrosur()
    expect(find('ul').textContent).toContain('Loading')
    expect(button('Send').getAttribute('aria-busy')).toBe('true')
    key(box(), 'Enter')
    expect(send.text).not.toHaveBeenCalled()
    answer('%PDF')
    await until(() => expect(find('ul').textContent).not.toContain('Loading'))
    expect(tray()).toEqual(['brosur.pdf'])
    await press('Send')
    const [files, input] = send.media.mock.calls[0] ?? []
    expect([files?.[0]?.file.name, files?.[0]?.file.type]).toEqual(['brosur.pdf', 'application/pdf'])
    expect(input).toEqual({ content: 'Ini brosurnya', auto_text: 'c2' })
  })

  it('goes without a file that is a page of another type, and says so', async () => {
    await takeBrosur()
    answer('<html>', 'text/html')
    await until(() => expect(errors()).toHaveLength(1))
    expect(errors()).toEqual([['error', expect.stringContaining('brosur.pdf could not be fetched')]])
    expect([tray(), isThere('ul')]).toEqual([[], false])
    await press('Send')
    expect(send.text.mock.calls[0]?.[0]).toEqual({ content: 'Ini brosurnya', auto_text: 'c2' })
  })

  it('goes without a file that nobody waits for any more', async () => {
    await takeBrosur()
    await press('Remove brosur.pdf')
    await until(() => expect(tray()).toEqual([]))
    expect([asked[0]?.signal?.aborted, errors()]).toEqual([true, []])
    await press('Send')
    expect(send.text).toHaveBeenCalledTimes(1)
  })

  it('is looked for while the replies are being read', async () => {
    open(null)
    fill(box(), '/sal')
    expect(find('[role=listbox]').textContent).toBe('Loading')
    await until(() => expect(asked).toHaveLength(1))
  })
})
