import { expect, test } from 'vitest'
import { files, image, number, object, reference, rows, secret, slug, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { copyOf } from './copy.ts'

const course = section('course', {
  path: '/courses',
  permission: 'content',
  title: 'name',
  fields: {
    name: text({ required: true }),
    slug: slug({ unique: true }),
    views: number({ readOnly: true }),
    pin: secret(),
    teacher: reference({ to: 'user' }),
    cover: image(),
    photos: files(),
    place: object({ city: text(), code: text({ unique: true }) }),
    lessons: rows({ title: text(), code: text({ unique: true }) }),
  },
  list: { columns: ['name'], search: ['name'], filters: [], sort: 'name asc' },
})

const stored = { url: '/files/a/b.png', name: 'b.png', size: 1, type: 'image/png' }
const record = { id: 7, ref: 'r', version: 3, created_at: '', created_by: null, updated_at: '', updated_by: null }

test('a copy keeps references and files, and leaves empty what only one record may have', () => {
  const lesson = { ref: 'row', title: 'Satu', code: 'A-1' }
  const values = {
    name: 'A',
    slug: 'a',
    views: 9,
    teacher: 4,
    cover: stored,
    photos: [stored],
    place: { city: 'Solo', code: 'X' },
    lessons: [lesson],
  }
  expect(copyOf(course, { ...record, ...values })).toEqual({
    name: 'A',
    slug: '',
    teacher: 4,
    cover: stored,
    photos: [stored],
    place: { city: 'Solo' },
    lessons: [{ title: 'Satu' }],
  })
})

test('a copy differs in what its section says', () => {
  const differing = { ...course, duplicate: () => ({ name: 'New', teacher: null }) }
  expect(copyOf(differing, { ...record, name: 'A', teacher: 4 })).toEqual({ name: 'New', slug: '', teacher: '' })
})
