import { beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/session.ts'
import { draftText, readRoomDraft, writeRoomDraft } from './room-draft.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})

function signIn(ref: string) {
  const user = { id: 1, ref, name: ref, email: `${ref}@lapangan.test` }
  sessionStore.set((old) => ({ ...old, session: { token: 't', user, roles: [], permissions: [], roleRead: [] } }))
}

it('keeps what was typed in each room, with what it answers', () => {
  signIn('sari')
  writeRoomDraft('one', { content: 'Baik,\nsaya cek', reply_to: 'm' })
  writeRoomDraft('two', { content: 'Halo' })
  expect(readRoomDraft('one')).toEqual({ content: 'Baik,\nsaya cek', reply_to: 'm' })
  expect(draftText('two')).toBe('Halo')
})

it('shows another person of the device nothing of it', () => {
  signIn('sari')
  writeRoomDraft('one', { content: 'rahasia' })
  signIn('budi')
  expect(readRoomDraft('one')).toEqual({ content: '' })
})

it('leaves nothing behind once there is nothing typed', () => {
  signIn('sari')
  writeRoomDraft('one', { content: 'x' })
  writeRoomDraft('one', { content: '  ' })
  expect(kept.size).toBe(0)
})

it('takes what is unreadable for nothing', () => {
  signIn('sari')
  kept.set('draft:sari:chat/one', '{"content":3}')
  expect(readRoomDraft('one')).toEqual({ content: '' })
})
