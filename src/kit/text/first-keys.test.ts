// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { isTyped } from './first-keys.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

/** A press in what the markup marks with `data-here`. */
function pressIn(markup: string, init: KeyboardEventInit = {}): KeyboardEvent {
  document.body.innerHTML = markup
  let pressed: KeyboardEvent | undefined
  const keep = (event: KeyboardEvent) => {
    pressed = event
  }
  document.addEventListener('keydown', keep, { once: true })
  document.querySelector('[data-here]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, ...init }))
  if (!pressed) throw new Error('no press arrived')
  return pressed
}

it('a press is typed in fields, composed texts, and whatever is open above the screen', () => {
  const typed = [
    '<input data-here>',
    '<input type="search" data-here>',
    '<textarea data-here></textarea>',
    '<select data-here></select>',
    '<button role="combobox" data-here></button>',
    '<input role="combobox" data-here>',
    '<div role="menu"><div role="menuitem" data-here></div></div>',
    '<div role="dialog"></div><a data-here></a>',
    '<div role="alertdialog"><button data-here></button></div>',
    '<div role="listbox"></div><a data-here></a>',
  ]
  for (const markup of typed) expect(isTyped(pressIn(markup)), markup).toBe(true)
  expect(isTyped(pressIn('<a data-here></a>', { isComposing: true }))).toBe(true)
})

it('a press is a key on rows, links, buttons and boxes', () => {
  const keys = ['<a data-here></a>', '<li data-here></li>', '<button data-here></button>', '<input type="checkbox" data-here>']
  for (const markup of keys) expect(isTyped(pressIn(markup)), markup).toBe(false)
})
