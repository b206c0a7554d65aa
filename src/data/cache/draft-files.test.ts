import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { sessionStore } from '../api/session.ts'
import { ownerDatabase } from './db.ts'
import { addDraftFile, dropDraftFiles, readDraftFiles } from './draft-files.ts'

function signIn(ref: string) {
  const user = { id: 1, ref, name: ref, email: `${ref}@lapangan.test` }
  sessionStore.set((old) => ({ ...old, session: { token: 't', user, roles: [], permissions: [], roleRead: [] } }))
}

const add = (place: string, ref: string) =>
  addDraftFile(place, { ref, name: `${ref}.pdf`, blob: new Blob([ref], { type: 'application/pdf' }) })
const names = async (place: string) => (await readDraftFiles(place)).map(({ name }) => name)

beforeEach(async () => {
  signIn('sari')
  await ownerDatabase()?.meta.clear()
})

it('draft files of each place stay in order until they are sent or removed', async () => {
  await Promise.all(['a', 'b', 'c'].map((ref) => add('one', ref)))
  await add('two', 'd')
  expect(await names('one')).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  await dropDraftFiles('one', ['b'])
  expect(await names('one')).toEqual(['a.pdf', 'c.pdf'])
  await dropDraftFiles('one', ['a', 'c'])
  expect(await ownerDatabase()?.meta.count()).toBe(1)
})

it('draft files are invisible to other people of the device, and invalid entries are ignored', async () => {
  await add('one', 'a')
  signIn('budi')
  expect(await names('one')).toEqual([])
  await ownerDatabase()?.meta.put({ key: 'draft-files:one', value: [{ ref: 1 }, 'x', { ref: 'b', name: 'b', blob: 'c' }] })
  expect(await names('one')).toEqual([])
})
