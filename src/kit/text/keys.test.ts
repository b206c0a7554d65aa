import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { keyAction, keyAreas, keysOf } from './keys.ts'

const root = new URL('../../', import.meta.url)

const press = (key: string, cached: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...cached,
})

it('keyAction returns the action of a press in its area', () => {
  expect(keyAction('list', press('J'))).toBe('next')
  expect(keyAction('list', press('ArrowDown'))).toBe('next')
  expect(keyAction('everywhere', press('k', { metaKey: true }))).toBe('palette')
  expect(keyAction('everywhere', press('?', { shiftKey: true }))).toBe('help')
  expect(keyAction('writing', press('Enter', { shiftKey: true }))).toBe('line')
  expect(keyAction('find', press('Enter', { shiftKey: true }))).toBe('previous')
  expect(keyAction('list', press('j', { ctrlKey: true }))).toBeNull()
  expect(keyAction('list', press('j', { altKey: true }))).toBeNull()
  expect(keyAction('list', press('constructor'))).toBeNull()
  expect(keyAction('form', press('s', { ctrlKey: true }))).toBe('save')
  expect(keyAction('form', press('s', { metaKey: true }))).toBe('save')
})

it('keyAction returns no action of a capital letter, which begins a name', () => {
  for (const letter of ['E', 'S', 'A', 'J']) expect(keyAction('chat', press(letter, { shiftKey: true })), letter).toBeNull()
  // With Caps Lock.
  expect(keyAction('chat', press('E'))).toBe('resolve')
  expect(keyAction('everywhere', press('K', { ctrlKey: true, shiftKey: true }))).toBeNull()
})

it('keyAction reads the place of a key on a layout of another script, and a press without a key is none', () => {
  const at = (key: string | undefined, code: string, cached = {}) => ({ ...press('', cached), key, code })
  expect(keyAction('form', at('س', 'KeyS', { ctrlKey: true }))).toBe('save')
  expect(keyAction('form', at('ы', 'KeyS', { metaKey: true }))).toBe('save')
  expect(keyAction('everywhere', at('ن', 'KeyK', { ctrlKey: true }))).toBe('palette')
  expect(keyAction('chat', at('ε', 'KeyE'))).toBe('resolve')
  // Ours is the letter that is written, wherever it lies.
  expect(keyAction('chat', at('a', 'KeyQ'))).toBe('assign')
  expect(keyAction('chat', at('ş', 'Semicolon'))).toBeNull()
  expect(keyAction('list', at(undefined, ''))).toBeNull()
  expect(keyAction('list', at('Dead', 'BracketLeft'))).toBeNull()
})

it('keysOf returns every combination for the sheet', () => {
  expect(keysOf('tags')).toEqual([
    { action: 'add', combinations: [['Enter'], [',']] },
    { action: 'removeLast', combinations: [['Backspace']] },
  ])
  expect(keysOf('everywhere')[0]).toEqual({ action: 'palette', combinations: [['mod', 'k']] })
})

it('every area and action has its words in the sheet, and the sheet shows no other', () => {
  const wanted = keyAreas.flatMap((area) => [`keys.${area}`, ...keysOf(area).map(({ action }) => `keys.${area}.${action}`)])
  const help: Record<string, string> = JSON.parse(readFileSync(new URL('i18n/en/help.json', root), 'utf8'))
  const written = Object.keys(help).filter((id) => id.startsWith('keys.'))
  expect(written.sort()).toEqual(wanted.sort())
})

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^kit\/text\/(?:first-)?keys\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }))

it('no handler reads a key that the table lacks', () => {
  const handlers = files.filter(({ text }) => /onKeyDown|onKeyUp|addEventListener\(\s*'key/.test(text))
  expect(handlers.length).toBeGreaterThan(8)
  // Reads of an event's key by name, which bypass the table.
  const own = /\b(?:event|nativeEvent)\.(?:key|code|keyCode)\b|\{[^}]*\bkey\b[^}]*\}(?:: \w*KeyboardEvent)/
  expect(handlers.filter(({ text }) => own.test(text)).map(({ name }) => name)).toEqual(['shell/frame/shortcuts.ts'])
  const navigation = files.find(({ name }) => name === 'shell/frame/shortcuts.ts')?.text ?? ''
  expect(navigation.match(/event\.key\b/g)).toHaveLength(1)
  expect(navigation).toContain('entry.shortcut === event.key')
})
