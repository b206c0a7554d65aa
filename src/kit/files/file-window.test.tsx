// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { find, until } from '#tests/support/composer-page.tsx'
import { showFile } from './file-window.tsx'

const share = vi.fn<(data: ShareData) => Promise<void>>()
function set(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(navigator, name, { value, configurable: true })
}

beforeAll(() => setLocale('en'))
beforeEach(() => {
  share.mockReset()
  share.mockResolvedValue()
  set({ share, canShare: () => true, pdfViewerEnabled: true })
})
afterEach(() => document.body.replaceChildren())

const file = (name: string, type: string) => new File(['content'], name, { type })
const show = (given: File) => act(() => showFile(given.name, Promise.resolve(given)))
const press = (words: string) => act(async () => find('button', words).click())
const isOpen = () => document.querySelector('[role=dialog]') !== null

it.each([
  ['a picture', file('Rumah.png', 'image/png'), 'img[alt="Rumah.png"]'],
  ['a PDF', file('Kontrak.pdf', 'application/pdf'), 'iframe[title="Kontrak.pdf"]'],
])('%s is shown over the app, and Back leads to where one was', async (_what, given, shown) => {
  await show(given)
  expect(find(shown).getAttribute('src')).toMatch(/^blob:/)
  await press('Back')
  await until(() => expect(isOpen()).toBe(false))
})

it('a PDF that the browser would download from its frame, and any other file, are told in words', async () => {
  set({ pdfViewerEnabled: false })
  for (const given of [file('Kontrak.pdf', 'application/pdf'), file('leads.xlsx', 'application/zip'), file('x.html', 'text/html')]) {
    await show(given)
    expect([document.querySelector('iframe'), find('[role=dialog]').textContent]).toEqual([
      null,
      expect.stringContaining('cannot be shown here'),
    ])
    await press('Back')
    document.body.replaceChildren()
  }
})

it('Save shares the file within its press; a sheet that is closed changes nothing, and one that fails is told', async () => {
  await show(file('leads.xlsx', 'application/zip'))
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await press('Save')
  expect([share.mock.calls.length, document.querySelector('[role=alert]')]).toEqual([1, null])
  share.mockRejectedValueOnce(new DOMException('', 'DataError'))
  await press('Save')
  expect(find('[role=alert]').textContent).toContain('Safari')
  await press('Save')
  expect([share.mock.calls.length, document.querySelector('[role=alert]')]).toEqual([3, null])
  expect(share.mock.calls[2]?.[0].files?.map(({ name }) => name)).toEqual(['leads.xlsx'])
})

it('the page closes, and tells whoever opened it, where the file does not come', async () => {
  await act(() => expect(showFile('Kontrak.pdf', Promise.reject(new Error('gone')))).rejects.toThrow('gone'))
  await until(() => expect(isOpen()).toBe(false))
})
