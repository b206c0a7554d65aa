// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { request } from '#console/data/api/request.ts'
import { runsStore } from '#console/data/chat/memory.ts'
import { shownRoom, testMessage, testMessages } from '#console/data/chat/test-chat.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { closePage, drawPage, openPage } from '#tests/support/composer-page.tsx'
import { JoinsCard } from './joins-card.tsx'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn(async () => ({ joins: [] })) }))

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'parts', 'kit'])
})
afterEach(closePage)

const room = shownRoom(1)
const card = (version: number) => (
  <JoinsCard room={{ ...room, version }} may={{ update: true, assign: false, transfer: false, start: true, seeExecutives: false }} />
)
const hold = (...more: ReturnType<typeof testMessages>) =>
  act(async () => runsStore.set(new Map([[room.ref, { messages: [...testMessages(1, 1, 2), ...more], older: false, newer: false }]])))

it('chats that were joined are read again with a note that says so, and not with each change of their room', async () => {
  openPage(card(1))
  await hold()
  drawPage(card(2))
  await hold(testMessage(1, 3))
  expect(request).toHaveBeenCalledTimes(1)
  for (const [at, note_of] of ['joined', 'parted'].entries()) {
    await hold(testMessage(1, 4 + at, { kind: 'note', is_admin: true, note_of }))
    expect(request).toHaveBeenCalledTimes(2 + at)
  }
})
