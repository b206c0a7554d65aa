import { describe, expect, test } from 'vitest'
import { image, tags, text } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { testRow } from '#tests/support/test-row.ts'
import { baseOf, compare, keepBaseVersion, mergeRemoval, mergeUpdate } from './merge.ts'
import type { OutboxRow } from './types.ts'

const fields = { name: text(), city: text(), tags: tags(), photo: image() }
const seen = { name: 'Budi', city: 'Ubud', tags: ['warm'], photo: null }
const record = (version: number, values: Record<string, unknown> = {}): AnyRow => ({
  ...{ id: 1, ref: 'r1', version, created_at: '', created_by: null, updated_at: '', updated_by: 'Sari' },
  ...seen,
  ...values,
})
const edit = (patch: Record<string, unknown>, values: Partial<OutboxRow> = {}) =>
  testRow({ seq: 1, patch, base: { version: 1, values: seen }, ...values })

test('baseOf is the version and the fields of a record, and nothing else of it', () => {
  expect(baseOf(fields, record(4, { city: 'Kuta' }))).toEqual({ version: 4, values: { ...seen, city: 'Kuta' } })
})

test('compare takes a field that was not seen before for a clash', () => {
  expect(compare(edit({ city: 'Sanur' }, { base: null }), fields, record(2)).clashes).toEqual(['city'])
})

describe('mergeUpdate', () => {
  test('names what holds of this side, and what somebody else changed', () => {
    const patch = { city: 'Sanur', name: 'Sinta', tags: ['warm', 'mine'] }
    const current = record(2, { name: 'Sinta', tags: ['warm', 'theirs'] })
    expect(mergeUpdate(edit(patch), fields, current)).toMatchObject({
      patch: { city: 'Sanur', name: 'Sinta', tags: ['warm', 'theirs', 'mine'] },
      base: { version: 2 },
      mine: ['city', 'tags'],
      theirs: ['tags'],
    })
  })

  test('counts a file that waits as a change, though its value is empty as before', () => {
    const files = [{ field: 'photo', key: 'k', name: 'a.png', size: 1, type: 'image/png' }]
    expect(mergeUpdate(edit({ photo: null, city: 'Ubud' }, { files }), fields, record(2))).toMatchObject({ mine: ['photo'], theirs: [] })
  })

  test('leaves to the person what clashes, what is gone, what was never seen and what is no update', () => {
    expect(mergeUpdate(edit({ city: 'Sanur' }), fields, record(2, { city: 'Kuta' }))).toBeNull()
    expect(mergeUpdate(edit({ city: 'Sanur' }), fields, null)).toBeNull()
    expect(mergeUpdate(edit({ city: 'Sanur' }, { base: null }), fields, record(2))).toBeNull()
    expect(mergeUpdate(edit({ city: 'Sanur' }, { action: 'bulkUpdate' }), fields, record(2))).toBeNull()
  })
})

describe('mergeRemoval', () => {
  const each = { r1: { version: 1, values: seen, label: 'Budi' } }
  const removal = (values: Partial<OutboxRow> = {}) =>
    testRow({ seq: 1, action: 'remove', base: { version: null, values: {}, each }, ...values })

  test('deletes a record with a new version but nothing new in it', () => {
    expect(mergeRemoval(removal(), fields, { r1: record(3) })).toEqual({
      ...{ version: null, values: {}, each: { r1: { version: 3, values: seen, label: 'Budi' } } },
    })
  })

  test('asks for a record that somebody changed, one that was not seen, and what is no delete', () => {
    expect(mergeRemoval(removal(), fields, { r1: record(3, { city: 'Kuta' }) })).toBeNull()
    expect(mergeRemoval(removal(), fields, { r2: record(3) })).toBeNull()
    expect(mergeRemoval(removal({ base: null }), fields, { r1: record(3) })).toBeNull()
    expect(mergeRemoval(removal({ base: { version: null, values: {} } }), fields, {})).toBeNull()
    expect(mergeRemoval(removal({ action: 'update' }), fields, { r1: record(3) })).toBeNull()
  })
})

describe('keepBaseVersion', () => {
  const was = edit({ city: 'Sanur', name: 'Sinta' })
  const later = (patch: Record<string, unknown>, values: Partial<OutboxRow> = {}) =>
    testRow({ seq: 2, patch, base: { version: 3, values: seen }, ...values })
  const kept = (row: OutboxRow, patch: Record<string, unknown> = {}, before = was) =>
    keepBaseVersion([row], before, patch)[0]?.base?.version

  test('holds back an edit of any field that says something else now', () => {
    expect(kept(later({ city: 'Bali' }))).toBe(1)
    expect(kept(later({ city: 'Bali' }), { name: 'Sinta' })).toBe(1)
    expect(kept(later({ city: 'Bali' }), {}, { ...was, base: null })).toBe(0)
  })

  test('leaves edits of fields that say the same, and what is no edit of a record that was seen', () => {
    expect(kept(later({ city: 'Bali' }), { city: 'Sanur' })).toBeUndefined()
    expect(kept(later({ photo: null }))).toBeUndefined()
    expect(kept(later({ city: 'Bali' }, { action: 'bulkUpdate' }))).toBeUndefined()
    expect(kept(later({ city: 'Bali' }, { base: null }))).toBeUndefined()
  })
})
