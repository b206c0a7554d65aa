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

it('keeps what was typed in each room, with what it answers', () => {
  writeRoomDraft('one', { content: 'Baik,\nsaya cek', reply_to: 'm' })
  writeRoomDraft('two', { content: 'Halo' })
  expect(readRoomDraft('one')).toEqual({ content: 'Baik,\nsaya cek', reply_to: 'm' })
  expect(draftText('two')).toBe('Halo')
})

it('shows another person of the device nothing of it', () => {
  writeRoomDraft('one', { content: 'rahasia' })
  signIn('budi')
  expect(readRoomDraft('one')).toEqual({ content: '' })
})

it('leaves nothing behind once there is nothing typed', () => {
  writeRoomDraft('one', { content: 'x' })
  writeRoomDraft('one', { content: '  ' })
  expect(kept.size).toBe(0)
})

it('takes what is unreadable for nothing', () => {
  kept.set('draft:sari:chat/one', '{"content":3}')
  expect(readRoomDraft('one')).toEqual({ content: '' })
})

it('is there after the browser was killed before it wrote localStorage', async () => {
  writeRoomDraft('one', { content: 'Silakan' })
  writeRoomDraft('one', { content: 'Silakan Kak', reply_to: 'm' })
  await rest()
  await restart(new Map())
  expect(readRoomDraft('one')).toEqual({ content: 'Silakan Kak', reply_to: 'm' })
})

it('does not come back after it was sent, though localStorage has it still', async () => {
  writeRoomDraft('one', { content: 'Sudah terkirim' })
  const then = new Map(kept)
  await rest()
  writeRoomDraft('one', { content: '' })
  await vi.waitFor(async () => expect((await ownerDatabase()?.meta.toArray())?.[0]?.value).toMatchObject({ content: '' }))
  await restart(then)
  expect(readRoomDraft('one')).toEqual({ content: '' })
  expect(await ownerDatabase()?.meta.count()).toBe(0)
})

it('is as it was typed last, when the page ended before the database had it', async () => {
  writeRoomDraft('one', { content: 'Dulu' })
  await rest()
  writeRoomDraft('one', { content: 'Dulu dan sekarang' })
  await restart(new Map(kept))
  expect(draftText('one')).toBe('Dulu dan sekarang')
})

it('is there after a kill until its message is kept, and not after', async () => {
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

it('stays when it was typed while the message before it was kept', async () => {
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
