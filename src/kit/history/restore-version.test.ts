import { expect, it } from 'vitest'
import { post } from '#contract/sections/content/post.ts'
import { restoredValues } from './restore-version.ts'

const stored = (name: string) => ({ url: `/files/${name}/${name}.png`, name: `${name}.png`, size: 1, type: 'image/png' })
const record = {
  ...{ id: 1, ref: 'one', version: 7, created_at: '', created_by: null, updated_at: '', updated_by: null },
  ...{
    title: 'Salah',
    body: '<p>Salah</p>',
    slug: 'laporan',
    type: 'article',
    status: 'publish',
    published_at: '2026-03-01T02:00:00.000Z',
  },
  ...{ hashtags: ['satu'], cover: stored('b'), video: null, meta_title: 'Meta', is_breakout: false },
}

it('a version is saved again in the fields in which it differs', () => {
  const { hashtags: _, ...same } = record
  const version = { ...same, version: 2, title: 'Benar', body: '<p>Benar</p>', hashtags: [], meta_title: null }
  expect(restoredValues(post, record, version)).toEqual({ title: 'Benar', body: '<p>Benar</p>', hashtags: [], meta_title: null })
  expect(restoredValues(post, record, record)).toEqual({})
})

it('restoring a version neither publishes nor withdraws, and keeps fields missing in the version', () => {
  expect(restoredValues(post, record, { title: 'Benar', status: 'draft', published_at: null })).toEqual({ title: 'Benar' })
})

it('a picture of a version is sent by its address, although it is stored already', () => {
  expect(restoredValues(post, record, { ...record, cover: stored('a') })).toEqual({ cover: { ...stored('a'), again: true } })
  expect(restoredValues(post, record, { ...record, cover: null })).toEqual({ cover: null })
})
