import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import { messageStore } from '#console/data/base/messages.ts'
import { shownRoom } from '#console/data/chat/test-chat.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { change } from './change.ts'

const changeRooms = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('#console/data/chat/write.ts', () => ({ changeRooms }))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages('chat')
})
beforeEach(() => {
  messageStore.set([])
  connectionStore.set('online')
})

const said = () => messageStore.get().map(({ kind, text }) => [kind, text?.replace(/[\u2068\u2069]/g, '')])
const [rina, tono] = [shownRoom(1, { contact_name: 'Rina' }), shownRoom(2)]

it('change shows the result for a room, and offline that it waits', async () => {
  expect(await change([rina], { status: 'resolved' })).toBe(true)
  connectionStore.set('offline')
  await change([rina, tono], { status: 'open' })
  expect(said()).toEqual([
    ['success', 'Rina: Resolved'],
    ['success', '2 chats: Open. Waiting for a connection.'],
  ])
})

it('change is silent about visible results, and shows why a change could not be queued', async () => {
  await change([rina], { is_need_support: true })
  expect(said()).toEqual([])
  changeRooms.mockRejectedValueOnce(new Error('no room'))
  expect(await change([rina], { status: 'resolved' })).toBe(false)
  expect(said()).toMatchObject([['error', expect.any(String)]])
})
