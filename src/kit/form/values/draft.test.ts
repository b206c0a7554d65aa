import { beforeEach, expect, it, vi } from 'vitest'
import { user } from '#contract/sections/auth/user.ts'
import { readDraft, writeDraft } from './draft.ts'
import { startValues } from './values.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})

it('a draft keeps only what was typed, so that it undoes no changes of others', () => {
  const start = startValues(user.fields, { name: 'Sari', email: 'sari@lapangan.test', phone: '6281' })
  writeDraft('draft', user, { ...start, name: '', phone: '6282', password: 'secret of hers' }, start)
  expect(readDraft('draft')).toEqual({ name: '', phone: '6282' })
})
