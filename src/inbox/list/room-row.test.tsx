// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { shownRoom } from '#console/data/chat/test-chat.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { RoomRow } from './room-row.tsx'

const words = 'حولت Rp 1.500.000 من +62 812-3456-7890 إلى @nama.saja'
const values = ['Rp 1.500.000', '+62 812-3456-7890', '@nama.saja']
const room = shownRoom(1, { last_message: words })

let root: Root
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('ar')
  await loadMessages(['chat'])
})
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  localStorage.clear()
})

function draw(more: object = {}): void {
  const given = {
    room,
    href: '#',
    open: false,
    marked: false,
    selecting: false,
    selected: false,
    number: null,
    found: undefined,
    words: '',
  }
  const nothing = () => undefined
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RoomRow {...given} {...more} onOpen={nothing} onSelect={nothing} />
      </QueryClientProvider>,
    ),
  )
}
const isolated = () => [...document.querySelectorAll('[dir=auto] bdi[dir=ltr]')].map(({ textContent }) => textContent)

it.each([
  ['last message', () => draw()],
  [
    'draft',
    () => {
      writeRoomDraft(room.ref, { content: words })
      draw({ room: { ...room, last_message: 'Halo' } })
    },
  ],
  ['found message', () => draw({ found: { room: room.ref, message: 'm', excerpt: words }, words: '812 nama' })],
])('values in the %s of a row run from left to right', (_, prepare) => {
  prepare()
  expect(isolated()).toEqual(values)
  expect(document.body.textContent).toContain(words)
})

it('what was searched is marked within the values of a found message', () => {
  draw({ found: { room: room.ref, message: 'm', excerpt: words }, words: '812 nama' })
  expect([...document.querySelectorAll('bdi mark')].map(({ textContent }) => textContent)).toEqual(['812', 'nama'])
})
