import { expect, it } from 'vitest'
import { recordLink, recordPath } from './section-link.ts'

it('leads to the form where one may change the record, else to the record to look at', () => {
  expect([true, false].map((mayEdit) => recordPath('bank', '7', mayEdit))).toEqual(['/bank/edit/7', '/bank/detail/7'])
  const places = (section: string) => [true, false].map((mayEdit) => recordLink(section, '7', {}, mayEdit).to)
  expect(places('bank')).toEqual(['/$section/edit/$id', '/$section/detail/$id'])
  expect(places('leads')).toEqual(['/leads/edit/$id', '/leads/detail/$id'])
  expect(places('chat-platform')).toEqual(['/chat-platform/list', '/chat-platform/list'])
})
