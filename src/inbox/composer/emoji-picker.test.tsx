// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { button, closePage, isThere, key, openPage, press } from '#tests/support/composer-page.tsx'
import { EmojiPicker } from './emoji-picker.tsx'

const onPick = vi.fn<(sign: string) => void>()

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat'])
})
beforeEach(async () => {
  onPick.mockReset()
  openPage(<EmojiPicker onPick={onPick} />)
  await press('Emoji')
})
afterEach(() => {
  document.documentElement.dir = ''
  closePage()
})

/** Presses keys, each on what has the focus. Returns the emoji that has it then. */
function walk(from: string, ...keys: string[]): string | null {
  button(from).focus()
  for (const name of keys) key(document.activeElement ?? document.body, name)
  return document.activeElement?.getAttribute('aria-label') ?? null
}

it('arrow keys walk over rows of eight and stop at both ends', () => {
  expect(walk('😀', 'ArrowRight')).toBe('😄')
  expect(walk('😀', 'ArrowRight', 'ArrowRight', 'ArrowLeft')).toBe('😄')
  expect(walk('😄', 'ArrowDown')).toBe('🥰')
  expect(walk('🥰', 'ArrowDown', 'ArrowUp', 'ArrowUp')).toBe('😄')
  expect(walk('😀', 'ArrowLeft')).toBe('😀')
  expect(walk('😄', 'ArrowUp')).toBe('😀')
  expect(walk('📝', 'ArrowRight')).toBe('📝')
  expect(walk('💬', 'ArrowDown')).toBe('📝')
})

it('the right arrow goes to the right in a language from right to left', () => {
  document.documentElement.dir = 'rtl'
  expect(walk('😄', 'ArrowRight')).toBe('😀')
  expect(walk('😄', 'ArrowLeft')).toBe('😁')
})

it('an arrow on the toolbar itself goes to the first emoji, and other keys are the browser’s', () => {
  const toolbar = document.querySelector('[role=toolbar]')
  if (!toolbar) throw new Error('no toolbar')
  expect(key(toolbar, 'ArrowRight')).toBe(true)
  expect(document.activeElement).toBe(button('😀'))
  expect(key(button('😀'), 'Tab')).toBe(false)
  expect(key(button('😀'), 'a')).toBe(false)
  expect(document.activeElement).toBe(button('😀'))
})

it('a picked emoji closes the picker', async () => {
  await press('🙏')
  expect(onPick.mock.calls).toEqual([['🙏']])
  expect(isThere('[role=toolbar]')).toBe(false)
})
