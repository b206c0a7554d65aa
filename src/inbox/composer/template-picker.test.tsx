// @vitest-environment happy-dom
import { act } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { shownRoom } from '#console/data/chat/test-chat.ts'
import type { FilledTemplate } from '#console/data/chat/write.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { noValues } from '#contract/chat/template.ts'
import { uuid } from '#contract/lib/patterns.ts'
import {
  button,
  click,
  closePage,
  deferred,
  drawPage,
  fill,
  find,
  fire,
  isThere,
  openPage,
  refetchAll,
  until,
} from '#tests/support/composer-page.tsx'
import { json } from '#tests/support/test-browser.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { TemplatePicker } from './template-picker.tsx'

const templates = [
  { name: 'renewal', language: 'id', body: 'Halo {{1}}, masa aktif {{2}} berakhir.', places: 2, version: 'v1' },
  { name: 'greeting', language: 'en', body: 'Good morning', places: 0 },
]
const whole = {
  name: 'tagihan',
  language: 'id',
  category: 'UTILITY',
  header: { format: 'DOCUMENT', text: '' },
  body: 'Halo *{{nama}}*',
  footer: 'Tim Lapangan',
  buttons: [
    { type: 'PHONE_NUMBER', text: 'Telepon', url: '' },
    { type: 'URL', text: 'Bayar', url: 'https://example.com/k/{{1}}' },
  ],
}
const paused = { name: 'promo', language: 'id', body: 'Promo', status: 'PAUSED' }
const falling = {
  name: 'kelas',
  language: 'id',
  body: 'Kelas',
  quality: 'RED',
  becomes: 'MARKETING',
  becomes_at: '2026-11-29T03:53:20.000Z',
}
const blocked = { name: 'produk', language: 'id', body: 'Pilihan', blocker: 'carousel' }
const room = shownRoom(1, { customer_name: 'Budi', whatsapp_number: 7 })
const onSend = vi.fn<(template: FilledTemplate) => Promise<boolean>>()
let asked: { url: string; answer: (response: Response) => Promise<void> }[]

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'sending', 'forms', 'kit'])
})
beforeEach(() => {
  asked = []
  onSend.mockReset().mockResolvedValue(true)
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve } = deferred<Response>()
    const answer = async (response: Response) => {
      const before = document.body.innerHTML
      resolve(response)
      await until(() => expect(document.body.innerHTML).not.toBe(before))
    }
    asked.push({ url, answer })
    return promise
  })
})
afterEach(closePage)
afterAll(() => vi.unstubAllGlobals())

/** Answers the last request. */
const answer = (response: Response) => asked.at(-1)?.answer(response)
async function open(shown = room) {
  openPage(<TemplatePicker room={shown} onSend={onSend} />)
  await until(() => expect(asked).toHaveLength(1))
}
const list = () => [...document.querySelectorAll('ul button')].map(({ textContent }) => textContent)
const search = (text: string) => fill(find<HTMLInputElement>('input[type=search]'), text)
const choose = (name: string) => click(find('ul button', name))
const places = () => [...document.querySelectorAll('form input')].filter((each) => each instanceof HTMLInputElement)
const place = (at: number) => {
  const found = places()[at]
  if (!found) throw new Error('no place')
  return found
}
const send = () => find<HTMLButtonElement>('button[type=submit]')
const submit = () => fire(find('form'), 'submit')

it('the templates of the number of the chat are shown once they are loaded', async () => {
  await open()
  expect(isThere('[aria-busy=true]')).toBe(true)
  expect(document.body.textContent).not.toContain('No template fits')
  expect(new URL(asked[0]?.url ?? '', 'https://x.test').searchParams.get('whatsapp_number')).toBe('7')
  await answer(json({ templates }))
  expect(isThere('[aria-busy=true]')).toBe(false)
  expect(list()).toEqual(['renewalidHalo {{1}}, masa aktif {{2}} berakhir.', 'greetingenGood morning'])
  expect(document.body.textContent).not.toContain('No template fits')
})

it('a chat without a number asks for all templates', async () => {
  await open(shownRoom(2, { whatsapp_number: null }))
  expect(asked[0]?.url).not.toContain('whatsapp_number')
})

it('the search finds words of name and body in any case', async () => {
  await open()
  await answer(json({ templates }))
  search(' RENEW ')
  expect(list()).toHaveLength(1)
  search('morning')
  expect(list()).toEqual(['greetingenGood morning'])
  search('refund')
  expect([list(), document.body.textContent]).toEqual([[], expect.stringContaining('No template fits')])
})

it('templates that could not be loaded are asked for again', async () => {
  await open()
  await answer(json({ message: 'The number is unknown' }, 422))
  expect(isThere('[aria-busy=true]')).toBe(false)
  expect(document.body.textContent).toContain('The number is unknown')
  expect(document.body.textContent).not.toContain('No template fits')
  await click(find('button', 'Try again'))
  await until(() => expect(asked).toHaveLength(2))
  await answer(json({ templates }))
  expect(document.body.textContent).not.toContain('The number is unknown')
  expect(list()).toHaveLength(2)
})

it('a template is sent with its places filled in, the first with the name of the customer', async () => {
  await open()
  await answer(json({ templates }))
  await choose('renewal')
  expect(places().map(({ value }) => value)).toEqual(['Budi', ''])
  expect([...document.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(['Place 1', 'Place 2'])
  expect(find('figure').textContent).toContain('Halo Budi, masa aktif {{2}} berakhir.')
  expect(send().disabled).toBe(true)
  await submit()
  expect(onSend).not.toHaveBeenCalled()
  fill(place(1), '  ')
  expect(send().disabled).toBe(true)
  expect(find('figure').textContent).toContain('masa aktif {{2}}')
  fill(place(1), ' 4 Mei ')
  expect(places().map(({ value }) => value)).toEqual(['Budi', ' 4 Mei '])
  expect(find('figure').textContent).toContain('masa aktif 4 Mei berakhir')
  expect(send().disabled).toBe(false)
  await submit()
  const text = 'Halo Budi, masa aktif 4 Mei berakhir.'
  const filled = { name: 'renewal', language: 'id', version: 'v1', file: null, text, values: { ...noValues, body: ['Budi', '4 Mei'] } }
  expect(onSend.mock.calls).toEqual([[{ key: expect.stringMatching(uuid), ...filled }]])
})

it('a template without places is sent as it is, and its form closes once the message is kept', async () => {
  const sent = deferred<boolean>()
  onSend.mockReturnValue(sent.promise)
  await open()
  await answer(json({ templates }))
  await choose('greeting')
  expect(places()).toEqual([])
  expect(send().getAttribute('aria-busy')).toBeNull()
  await submit()
  expect(send().getAttribute('aria-busy')).toBe('true')
  await submit()
  await act(async () => sent.resolve(true))
  expect([isThere('form'), list().length]).toEqual([false, 2])
  expect(onSend.mock.calls).toMatchObject([[{ name: 'greeting', language: 'en', text: 'Good morning' }]])
})

it('a second press before the first is drawn sends nothing more', async () => {
  onSend.mockReturnValue(deferred<boolean>().promise)
  await open()
  await answer(json({ templates }))
  await choose('greeting')
  const form = find<HTMLFormElement>('form')
  const twice = () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await act(async () => {
    twice()
    twice()
  })
  expect(onSend).toHaveBeenCalledTimes(1)
})

it('a message that could not be kept leaves its form open, and the next press has the same key', async () => {
  onSend.mockResolvedValueOnce(false)
  await open()
  await answer(json({ templates }))
  await choose('greeting')
  await submit()
  expect(send().getAttribute('aria-busy')).toBeNull()
  await submit()
  const keys = onSend.mock.calls.map(([{ key }]) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await choose('greeting')
  await submit()
  expect(new Set(onSend.mock.calls.map(([{ key }]) => key)).size).toBe(2)
})

it('templates that cannot be sent stand last with the reason, and open nothing', async () => {
  await open()
  await answer(json({ templates: [paused, blocked, ...templates] }))
  expect(list()).toHaveLength(2)
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows.slice(2)).toEqual([
    expect.stringContaining('Paused by WhatsApp, because its quality is low'),
    expect.stringContaining('Cannot be sent from here: has a carousel'),
  ])
})

it('a template of low quality whose category changes says so, and can be chosen', async () => {
  await open()
  await answer(json({ templates: [falling, ...templates] }))
  expect(list()[0]).toContain('Its quality is low: customers block or report itBecomes Marketing on 29 Nov 2026: costs and rules change')
  expect(list()).toHaveLength(3)
})

it('promotions are grey with the reason for a customer who stopped them, and every other category can be sent', async () => {
  const promotion = { name: 'promo', language: 'id', body: 'Promo', category: 'MARKETING' }
  openPage(<TemplatePicker room={{ ...room, promotions_stopped: 'own' }} onSend={onSend} />)
  await until(() => expect(asked).toHaveLength(1))
  await answer(json({ templates: [promotion, { ...promotion, name: 'tagihan', category: 'UTILITY' }] }))
  expect(list()).toEqual([expect.stringContaining('tagihan')])
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows).toEqual([expect.stringContaining('tagihan'), expect.stringContaining('The customer stopped promotions from us.')])
})

it('a promotion that is filled in while the customer stops them is held with the reason', async () => {
  const shown = (stopped: 'whatsapp' | null) => <TemplatePicker room={{ ...room, promotions_stopped: stopped }} onSend={onSend} />
  openPage(shown(null))
  await until(() => expect(asked).toHaveLength(1))
  await answer(json({ templates: [{ name: 'promo', language: 'id', body: 'Promo', category: 'MARKETING' }] }))
  await choose('promo')
  expect(send().disabled).toBe(false)
  drawPage(shown('whatsapp'))
  expect(document.body.textContent).toContain('The customer stopped promotions from us.')
  expect(send().disabled).toBe(true)
})

it('a template is filled in with its file and its address, and the preview is what the customer sees', async () => {
  await open()
  await answer(json({ templates: [whole] }))
  await choose('tagihan')
  expect([...document.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    'PDF',
    'nama',
    'End of the address of "Bayar"',
  ])
  expect(send().disabled).toBe(true)
  const input = find<HTMLInputElement>('input[type=file]')
  const give = async (file: File) => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    await fire(input, 'change')
  }
  await give(new File(['a'], 'tagihan.docx', { type: 'application/msword' }))
  await until(() => expect(document.body.textContent).toContain('Only a PDF goes with a template'))
  const pdf = new File(['%PDF'], 'tagihan.pdf', { type: 'application/pdf' })
  await give(pdf)
  await until(() => expect(document.body.textContent).not.toContain('Only a PDF'))
  fill(find('input[id$=button-1]'), 'emt 12')
  expect(document.body.textContent).toContain('https://example.com/k/emt%2012')
  expect([...document.querySelectorAll('figure span.font-bold')].map(({ textContent }) => textContent)).toEqual(['Budi'])
  expect([...document.querySelectorAll('figure li')].map(({ textContent }) => textContent)).toEqual(['Telepon', 'Bayar'])
  expect(find('figure').textContent).toContain('Tim Lapangan')
  await submit()
  expect(onSend.mock.calls).toMatchObject([[{ file: { name: 'tagihan.pdf' }, values: { body: ['Budi'], buttons: { 1: 'emt 12' } } }]])
})

it('a template that changed while it is filled in is said, and is not sent before it is filled in anew', async () => {
  await open()
  await answer(json({ templates }))
  await choose('renewal')
  fill(place(1), '4 Mei')
  await act(() => refetchAll())
  await until(() => expect(asked).toHaveLength(2))
  await answer(json({ templates: [{ ...templates[0], body: 'Hai {{1}}', version: 'v2' }] }))
  expect(document.body.textContent).toContain('This template was changed meanwhile.')
  expect(send().disabled).toBe(true)
  await submit()
  expect(onSend).not.toHaveBeenCalled()
  await click(find('button', 'Fill in the new one'))
  expect([places().length, find('figure').textContent]).toEqual([1, expect.stringContaining('Hai Budi')])
})

it('the arrow leads back to the list', async () => {
  await open()
  await answer(json({ templates }))
  await choose('greeting')
  await click(button('Back'))
  expect(list()).toHaveLength(2)
})

it('the window of templates is closed by its button', async () => {
  const onClose = vi.fn<() => void>()
  openPage(<TemplateDialog room={room} onSend={async () => true} onClose={onClose} />)
  expect(find('[role=dialog]').textContent).toContain('Choose a template')
  await until(() => expect(asked).toHaveLength(1))
  expect(onClose).not.toHaveBeenCalled()
  await click(button('Close'))
  expect(onClose).toHaveBeenCalledTimes(1)
})
