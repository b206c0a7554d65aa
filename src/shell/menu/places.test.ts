import { expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { markVisited, placesStore, readPlaces, toggled, toggleFolded, togglePinned, visited } from './places.ts'

it('readPlaces drops stored values that are no lists of names', () => {
  const nothing = { pinned: [], recent: [], folded: [] }
  expect([null, 'x', 3, [], { pinned: 'leads', recent: [1, {}], folded: null }].map(readPlaces)).toEqual(Array(5).fill(nothing))
  expect(readPlaces({ pinned: ['leads', 4], recent: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], folded: ['stock'] })).toEqual({
    pinned: ['leads'],
    recent: ['a', 'b', 'c', 'd', 'e', 'f'],
    folded: ['stock'],
  })
})

it('a visited place comes first, once, and the oldest is dropped', () => {
  expect(visited(['bank', 'leads'], 'leads')).toEqual(['leads', 'bank'])
  expect(visited(['a', 'b', 'c', 'd', 'e', 'f'], 'g')).toEqual(['g', 'a', 'b', 'c', 'd', 'e'])
  expect(toggled(toggled(['leads'], 'bank'), 'leads')).toEqual(['bank'])
})

it('the menu of each person on a shared device is separate', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  const signIn = (ref: string) =>
    sessionStore.set((old) => ({
      ...old,
      status: 'signed-in',
      session: { token: 'x', roles: [], permissions: [], roleRead: [], user: { id: 1, ref, name: ref, email: `${ref}@lapangan.test` } },
    }))
  signIn('sari')
  togglePinned('bank')
  toggleFolded('stock')
  markVisited('leads')
  expect(placesStore.get()).toEqual({ pinned: ['bank'], recent: ['leads'], folded: ['stock'] })
  signIn('dewi')
  expect(placesStore.get()).toEqual({ pinned: [], recent: [], folded: [] })
  signIn('sari')
  expect(placesStore.get().pinned).toEqual(['bank'])
})
