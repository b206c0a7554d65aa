import { expect, it } from 'vitest'
import { recordLink, recordPath } from './section-link.ts'

it('recordLink leads to the form with permission to edit, else to the read-only record', () => {
  expect([true, false].map((mayEdit) => recordPath('bank', '7', mayEdit))).toEqual(['/bank/edit/7', '/bank/detail/7'])
  const links = (section: string) => [true, false].map((mayEdit) => recordLink(section, '7', {}, mayEdit))
  const places = (section: string) => links(section).map(({ to }) => to)
  expect(places('bank')).toEqual(['/$section/$', '/$section/$'])
  const at = (path: string) => ({ params: { section: 'bank', _splat: path } })
  expect(links('bank')).toMatchObject([at('edit/7'), at('detail/7')])
  expect(places('chat-platform')).toEqual(['/chat-platform/list', '/chat-platform/list'])
})
