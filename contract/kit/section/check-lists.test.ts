import { expect, it } from 'vitest'
import { allSections } from '#tests/support/sections.ts'
import { reference, text } from '../field/field.ts'
import { listProblems } from './check-lists.ts'
import { section } from './section.ts'

const list = { columns: ['title'], search: [], filters: ['title'], sort: 'title asc' } as const
const note = section('note', { path: '/test/in/v1/notes', permission: 'content', title: 'title', fields: { title: text() }, list })
const page = section('page', {
  path: '/test/in/v1/pages',
  permission: 'content',
  title: 'title',
  // @ts-expect-error: a section of this test alone, which no registry names
  fields: { title: text(), note_id: reference({ to: 'note' }) },
  list: { ...list, filters: ['note_id'] },
})

it('listProblems finds no errors in the registered sections', () => {
  expect(listProblems(allSections)).toEqual([])
})

it('listProblems names unknown fields and options of views and children', () => {
  const book = {
    ...note,
    views: { all: {}, old: { at: 'old', sort: 'title asc' as const } },
    children: [{ section: 'page', parent: 'note_id' }],
  }
  expect(listProblems([book, page])).toEqual([])
})

it.each([
  [{ views: { all: {}, other: {} } }, 'one view'],
  [{ views: { old: { at: 'old' } } }, 'one view'],
  [{ views: { all: {}, a: { at: 'old' }, b: { at: 'old' } } }, 'the same path'],
  [{ views: { all: {}, a: { at: 'add' } } }, 'path of a form'],
  [{ views: { all: {}, a: { at: 'a', query: 'titel:x' } } }, 'cannot be filtered by titel'],
  [{ views: { all: {}, a: { at: 'a', sort: 'titel asc' } } }, 'cannot be sorted by titel'],
  [{ views: { all: {}, a: { at: 'a', columns: ['-titel'] } } }, 'no column titel'],
  [{ children: [{ section: 'pgae', parent: 'note_id' }] }, 'no section pgae'],
  [{ children: [{ section: 'page', parent: 'title' }] }, 'does not name a note'],
  [{ children: [{ section: 'page', parent: 'note_id', columns: ['titel'] }] }, 'no column titel'],
  [{ children: [{ section: 'page', parent: 'note_id', call: 'under' }] }, 'no call under'],
] as const)('says what is wrong with %j', (wrong, words) => {
  expect(listProblems([{ ...note, ...wrong }, page]).join()).toContain(words)
})
