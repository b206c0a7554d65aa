// @vitest-environment happy-dom
import { act } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { shownRoom } from '#console/data/chat/test-chat.ts'
import type { Template as FilledTemplate } from '#console/data/chat/write.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { button, click, closePage, deferred, fill, find, fire, isThere, openPage, until } from '#tests/support/composer-page.tsx'
import { json } from '#tests/support/test-browser.ts'
import { TemplateDialog } from './template-dialog.tsx'
import { TemplatePicker } from './template-picker.tsx'

const templates = [
  { name: 'renewal', language: 'id', body: 'Halo {{1}}, masa aktif {{2}} berakhir.', places: 2 },
  { name: 'greeting', language: 'en', body: 'Good morning', places: 0 },
]
const room = shownRoom(1, { customer_name: 'Budi', whatsapp_number: 7 })
const onSend = vi.fn<(template: FilledTemplate) => Promise<void> | void>()
let asked: { url: string; answer: (response: Response) => Promise<void> }[]

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat'])
})
beforeEach(() => {
  asked = []
  onSend.mockReset()
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
  expect(onSend.mock.calls).toEqual([[{ name: 'renewal', language: 'id', values: ['Budi', '4 Mei'], text }]])
})

it('a template without places is sent as it is, once', async () => {
  const sent = deferred<void>()
  onSend.mockReturnValue(sent.promise)
  await open()
  await answer(json({ templates }))
  await choose('greeting')
  expect(places()).toEqual([])
  expect(send().getAttribute('aria-busy')).toBeNull()
  await submit()
  expect(send().getAttribute('aria-busy')).toBe('true')
  await act(async () => sent.resolve())
  expect(send().getAttribute('aria-busy')).toBeNull()
  expect(onSend.mock.calls).toEqual([[{ name: 'greeting', language: 'en', values: [], text: 'Good morning' }]])
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
  openPage(<TemplateDialog room={room} onSend={async () => undefined} onClose={onClose} />)
  expect(find('[role=dialog]').textContent).toContain('Choose a template')
  expect(onClose).not.toHaveBeenCalled()
  await click(button('Close'))
  expect(onClose).toHaveBeenCalledTimes(1)
})
