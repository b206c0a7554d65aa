import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '../api/session.ts'
import { ownerDatabase } from '../cache/db.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { draftPauseMs, draftText, leaveRoomDraft, readRoomDraft, restoreDrafts, writeRoomDraft } from './room-draft.ts'

const kept = new Map<string, string>()

beforeEach(async () => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  signIn('sari')
  await ownerDatabase()?.meta.clear()
})
afterEach(() => vi.useRealTimers())

function signIn(ref: string) {
  const user = { id: 1, ref, name: ref, email: `${ref}@lapangan.test` }
  sessionStore.set((old) => ({ ...old, session: { token: 't', user, roles: [], permissions: [], roleRead: [] } }))
}

/** Waits until a draft is in the database. */
const rest = () => new Promise((done) => setTimeout(done, draftPauseMs + 50))

/** The browser crashes and restarts: localStorage is as of `then`, the database is current. */
async function restart(then: ReadonlyMap<string, string>): Promise<void> {
  kept.clear()
  for (const [key, text] of then) kept.set(key, text)
  const db = new OwnerDatabase('sari')
  await restoreDrafts(db)
  db.close()
}

it('a draft keeps the text of each room, with the quoted message', () => {
  writeRoomDraft('one', { content: 'Baik,\nsaya cek', reply_to: 'm' })
  writeRoomDraft('two', { content: 'Halo' })
  expect(readRoomDraft('one')).toEqual({ content: 'Baik,\nsaya cek', reply_to: 'm' })
  expect(draftText('two')).toBe('Halo')
})

it('a draft is invisible to other people of the device', () => {
  writeRoomDraft('one', { content: 'rahasia' })
  signIn('budi')
  expect(readRoomDraft('one')).toEqual({ content: '' })
})

it('an empty text deletes the draft', () => {
  writeRoomDraft('one', { content: 'x' })
  writeRoomDraft('one', { content: '  ' })
  expect(kept.size).toBe(0)
})

it('an unreadable draft is ignored', () => {
  kept.set('draft:sari:chat/one', '{"content":3}')
  expect(readRoomDraft('one')).toEqual({ content: '' })
})

it('a draft survives a kill before the browser wrote localStorage', async () => {
  writeRoomDraft('one', { content: 'Silakan' })
  writeRoomDraft('one', { content: 'Silakan Kak', reply_to: 'm' })
  await rest()
  await restart(new Map())
  expect(readRoomDraft('one')).toEqual({ content: 'Silakan Kak', reply_to: 'm' })
})

it('a sent draft does not come back, though localStorage has it still', async () => {
  writeRoomDraft('one', { content: 'Sudah terkirim' })
  const then = new Map(kept)
  await rest()
  writeRoomDraft('one', { content: '' })
  await vi.waitFor(async () => expect((await ownerDatabase()?.meta.toArray())?.[0]?.value).toMatchObject({ content: '' }))
  await restart(then)
  expect(readRoomDraft('one')).toEqual({ content: '' })
  expect(await ownerDatabase()?.meta.count()).toBe(0)
})

it('a draft has its last text when the page ended before the database had it', async () => {
  writeRoomDraft('one', { content: 'Dulu' })
  await rest()
  writeRoomDraft('one', { content: 'Dulu dan sekarang' })
  await restart(new Map(kept))
  expect(draftText('one')).toBe('Dulu dan sekarang')
})

it('a draft survives a kill until its message is queued, and not after', async () => {
  writeRoomDraft('one', { content: 'Harga 50rb', reply_to: 'm' })
  const then = new Map(kept)
  const sent = leaveRoomDraft('one')
  expect(draftText('one')).toBe('')
  await restart(new Map())
  expect(readRoomDraft('one')).toEqual({ content: 'Harga 50rb', reply_to: 'm' })
  const db = ownerDatabase()
  if (db) await db.transaction('rw', db.meta, () => sent(db))
  await rest()
  await restart(then)
  expect(draftText('one')).toBe('')
})

it('a draft stays when it was typed while the message before it was being queued', async () => {
  writeRoomDraft('one', { content: 'Dulu' })
  const sent = leaveRoomDraft('one')
  vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 1)
  writeRoomDraft('one', { content: 'Lalu' })
  await rest()
  const db = ownerDatabase()
  if (db) await sent(db)
  await restart(new Map())
  expect(draftText('one')).toBe('Lalu')
})
