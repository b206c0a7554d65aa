import { beforeEach, expect, it, vi } from 'vitest'
import { user } from '#contract/sections/auth/user.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { readDraft, restoreDraft, writeDraft } from './draft.ts'
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

const common = { id: 1, ref: 'r', version: 3, created_at: '', created_by: null, updated_at: '', updated_by: null }
const sari = { ...common, name: 'Sari', email: 'sari@lapangan.test', phone: '6281' }

it('a draft keeps only what was typed, so that it undoes no changes of others', () => {
  const start = startValues(user.fields, sari)
  writeDraft('draft', user, { ...start, name: '', phone: '6282', password: 'secret of hers' }, start, sari)
  expect(readDraft('draft')).toEqual({
    values: { name: '', phone: '6282' },
    seen: { version: 3, values: { name: 'Sari', phone: '6281' } },
  })
})

it('a draft of a new record has been made on none', () => {
  const start = startValues(user.fields, null)
  writeDraft('draft', user, { ...start, name: 'Budi' }, start, null)
  const draft = readDraft('draft')
  expect(draft).toEqual({ values: { name: 'Budi' }, seen: null })
  expect(draft && restoreDraft(user, draft, null)).toEqual({ values: { name: 'Budi' }, base: null, merged: [] })
})

it('restoreDraft keeps what others saved in the same rows meanwhile, and says in which field', () => {
  const hero = { ref: 'a', kind: 'hero', title: 'Kelas' }
  const text = { ref: 'b', kind: 'text', body: '<p>Isi</p>' }
  const page = { ...common, version: 1, title: 'Kelas', sections: [hero, text] }
  const mine = [{ ...hero, title: 'Kelas malam' }, text]
  const theirs = { ...page, version: 2, sections: [hero, { ...text, body: '<p>Isi baru</p>' }] }
  const draft = { values: { sections: mine }, seen: { version: 1, values: { sections: page.sections } } }
  const { values, base, merged } = restoreDraft(landingPage, draft, theirs)
  expect(values.sections).toEqual([
    expect.objectContaining({ ref: 'a', title: 'Kelas malam' }),
    expect.objectContaining({ ref: 'b', body: '<p>Isi baru</p>' }),
  ])
  expect(base).toBe(theirs)
  expect(merged).toEqual(['sections'])
})

it('restoreDraft keeps the older base of a field that both changed, so that saving asks', () => {
  const draft = { values: { name: 'Sari W', phone: '6282' }, seen: { version: 3, values: { name: 'Sari', phone: '6281' } } }
  const now = { ...sari, version: 4, name: 'Sari Wulan', email: 'wulan@lapangan.test' }
  expect(restoreDraft(user, draft, now)).toEqual({
    values: draft.values,
    base: { ...now, version: 3, name: 'Sari' },
    merged: ['name'],
  })
})
