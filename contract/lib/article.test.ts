import { expect, it } from 'vitest'
import { lowerFirst, withArticle } from './article.ts'

it.each([
  ['Name', 'a name'],
  ['Email', 'an email'],
  ['Account holder', 'an account holder'],
  ['User', 'a user'],
  ['UTM source', 'a UTM source'],
  ['URL', 'a URL'],
  ['ID', 'an ID'],
  ['Roles', 'roles'],
  ['Status', 'a status'],
  ['Hours before', 'hours before'],
  ['Days of access', 'days of access'],
  ['Hour', 'an hour'],
  ['End of access', 'an end of access'],
])('%s: enter %s', (noun, words) => {
  expect(withArticle(noun)).toBe(words)
})

it('lowerFirst keeps abbreviations', () => {
  expect([lowerFirst('Nama bank'), lowerFirst('UTM source')]).toEqual(['nama bank', 'UTM source'])
})
