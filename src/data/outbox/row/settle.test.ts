import { describe, expect, test } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { testRow } from '#tests/support/test-row.ts'
import { settle } from './settle.ts'
import type { OutboxRow, Verdict } from './types.ts'

const { fields } = leads
const seen = { name: 'Budi', city: 'Ubud', notes: 'calls back', tags: ['warm'], sales: 0, campaign_name: 'Mei' }
const record = (version: number, values: Record<string, unknown> = {}): AnyRow => ({
  id: 1,
  ref: 'r1',
  version,
  created_at: '',
  created_by: null,
  updated_at: '',
  updated_by: 'Sari',
  ...seen,
  ...values,
})
const edit = (seq: number, patch: Record<string, unknown>, values: Partial<OutboxRow> = {}) =>
  testRow({ seq, section: 'leads', label: 'Budi', patch, base: { version: 1, values: seen }, ...values })
const stale = (current: AnyRow): Verdict => ({
  kind: 'parked',
  reason: 'conflict',
  decided: true,
  error: { status: 412, code: 'stale', message: 'Somebody else changed this in the meantime.', current },
})
const meet = (row: OutboxRow, verdict: Verdict, later: readonly OutboxRow[] = []) =>
  settle({ row, verdict, later, fields, now: 0, random: 0, newId: () => 'new' })

describe('an edit meets another version', () => {
  test('of other fields: it goes on under a new id in its place, over what they made, and the person is told once', () => {
    const { put, remove, notice } = meet(edit(3, { city: 'Sanur' }), stale(record(4, { notes: 'bought' })))
    expect(remove).toEqual([])
    expect(put).toMatchObject([
      { seq: 3, id: 'new', state: 'queued', attempted: false, patch: { city: 'Sanur' }, base: { version: 4, values: { notes: 'bought' } } },
    ])
    expect(notice).toMatchObject({ kind: 'merged', label: 'Budi', mine: ['city'], theirs: ['notes'], who: 'Sari' })
  })

  test('with the same value, or with nothing changed that a person writes: nobody is told', () => {
    expect(meet(edit(1, { city: 'Sanur' }), stale(record(2, { city: 'Sanur' })))).toMatchObject({
      put: [{ state: 'queued' }],
      notice: null,
    })
    expect(meet(edit(1, { city: 'Sanur' }), stale(record(2, { campaign_name: 'Juni' })))).toMatchObject({
      put: [{ state: 'queued' }],
      notice: null,
    })
  })

  test('of the same field: it waits for the person, with what the server has', () => {
    const { put, notice } = meet(edit(1, { city: 'Sanur' }), stale(record(2, { city: 'Kuta' })))
    expect(put).toMatchObject([{ state: 'parked', reason: 'conflict', patch: { city: 'Sanur' }, lastError: { current: { city: 'Kuta' } } }])
    expect(notice).toEqual({ kind: 'conflict', seq: 1, section: 'leads', label: 'Budi', mine: [], theirs: [], who: null })
  })

  test('tags of both sides are put together', () => {
    const { put, notice } = meet(edit(1, { tags: ['warm', 'mine'] }), stale(record(2, { tags: ['warm', 'theirs'] })))
    expect(put).toMatchObject([{ state: 'queued', patch: { tags: ['warm', 'theirs', 'mine'] } }])
    expect(notice).toMatchObject({ mine: ['tags'], theirs: ['tags'] })
  })

  test('a second one during the merge is merged over the first', () => {
    const [once] = meet(edit(1, { city: 'Sanur' }), stale(record(2, { notes: 'bought' }))).put
    if (!once) throw new Error('nothing was merged')
    expect(meet(once, stale(record(3, { notes: 'paid' })))).toMatchObject({ put: [{ patch: { city: 'Sanur' }, base: { version: 3 } }] })
    expect(meet(once, stale(record(3, { city: 'Kuta' })))).toMatchObject({ put: [{ state: 'parked', reason: 'conflict' }] })
  })

  test('a file that waits is no null', () => {
    const file = { field: 'notes', key: 'k', name: 'a.png', size: 1, type: 'image/png' }
    expect(meet(edit(1, { notes: null }, { files: [file] }), stale(record(2, { notes: null }))).put).toMatchObject([{ reason: 'conflict' }])
  })
})

describe('rows behind', () => {
  const done = (version: number, values: Record<string, unknown> = {}): Verdict => ({
    kind: 'done',
    row: record(version, values),
    refused: [],
  })

  test('a version does not follow over a change that was merged, so that the next edit meets it as well', () => {
    const merged = edit(1, { city: 'Sanur' }, { base: { version: 2, values: seen } })
    const { put } = meet(merged, done(3, { city: 'Sanur', notes: 'bought' }), [edit(2, { notes: 'sleeps' }), edit(3, { city: 'Bali' })])
    expect(put.map((row) => row.base?.version ?? 1)).not.toContain(3)
    const sawTheirs = edit(2, { notes: 'sleeps' }, { base: { version: 2, values: { ...seen, notes: 'bought' } } })
    expect(meet(merged, done(3), [sawTheirs]).put).toMatchObject([{ base: { version: 3 } }])
  })

  test('what the server made of a value is what the person saw of it', () => {
    const first = edit(1, { city: ' Sanur ' })
    const second = edit(2, { city: 'Kuta' }, { base: { version: 1, values: { ...seen, city: ' Sanur ' } } })
    expect(meet(first, done(2, { city: 'Sanur' }), [second]).put).toMatchObject([{ base: { version: 2, values: { city: 'Sanur' } } }])
  })

  test('an edit on top of tags that were merged since meets the merge instead of undoing it', () => {
    const first = edit(1, { tags: ['warm', 'mine'] })
    const theirs = { ...seen, tags: ['warm', 'theirs'] }
    const second = edit(2, { tags: ['warm', 'mine', 'more'] }, { base: { version: 2, values: { ...theirs, tags: ['warm', 'mine'] } } })
    const [merged, behind] = meet(first, stale(record(2, theirs)), [second]).put
    if (!merged || !behind) throw new Error('the row behind was not held back')
    expect(behind.base?.version).toBe(1)
    const after = { tags: ['warm', 'theirs', 'mine'] }
    const [later = behind] = meet(merged, done(3, after), [behind]).put
    expect(later.base?.version).toBe(1)
    expect(meet(later, stale(record(3, after))).put).toMatchObject([
      { state: 'queued', patch: { tags: ['warm', 'theirs', 'mine', 'more'] } },
    ])
  })
})

describe('what a row behind takes for seen', () => {
  const done = (values: Record<string, unknown> = {}): Verdict => ({ kind: 'done', row: { ...record(3), ...values }, refused: [] })
  const baseBehind = (first: OutboxRow, verdict: Verdict, base: OutboxRow['base'], touches = ['r1']) =>
    meet(first, verdict, [edit(2, { city: 'Kuta' }, { base, touches })]).put[0]?.base

  test('is the first version of a record that was made in between, whatever its number', () => {
    expect(baseBehind(edit(1, {}), done(), { version: null, values: {} })?.version).toBe(3)
  })

  test('is a file as the server stored it, where the person saw the one before', () => {
    const [before, stored] = ['a', 'b'].map((name) => ({ url: `/files/${name}`, name, size: 1, type: 'image/png' }))
    const file = { field: 'photo', key: 'k', name: 'b', size: 1, type: 'image/png' }
    const first = edit(1, { photo: null }, { files: [file], base: { version: 2, values: { photo: before } } })
    const values = { photo: before, city: 'Ubud' }
    expect(baseBehind(first, done({ photo: stored }), { version: 2, values })?.values).toEqual({ photo: stored, city: 'Ubud' })
    expect(baseBehind({ ...first, base: null }, done({ photo: stored }), { version: 2, values })?.values).toEqual(values)
    const other = edit(1, { city: 'Sanur' }, { files: [file], base: { version: 2, values } })
    expect(baseBehind(other, done({ city: 'SANUR' }), { version: 2, values: { city: 'Sanur' } })?.values).toEqual({ city: 'SANUR' })
  })

  test('has no field more than before, and keeps what the answer does not have', () => {
    expect(baseBehind(edit(1, { city: null }), done({ city: 'Ubud' }), { version: 2, values: {} })).toEqual({ version: 3, values: {} })
    const { city: _city, ...short } = record(3)
    const verdict: Verdict = { kind: 'done', row: short, refused: [] }
    expect(baseBehind(edit(1, { city: 'Sanur' }), verdict, { version: 2, values: { city: 'Sanur' } })?.values).toEqual({ city: 'Sanur' })
  })

  test('follows the record that both share, of several', () => {
    expect(baseBehind(edit(1, {}), done(), { version: 2, values: {} }, ['x', 'r1'])?.version).toBe(3)
    expect(baseBehind(edit(1, {}), { kind: 'done', row: null, refused: [] }, { version: null, values: {} }, ['x', 'r1'])).toBeUndefined()
  })
})

describe('a delete meets another version', () => {
  const remove = (refs: readonly string[]) =>
    testRow({
      seq: 1,
      section: 'leads',
      action: 'remove',
      touches: refs,
      base: { version: null, values: {}, each: Object.fromEntries(refs.map((ref) => [ref, { version: 1, values: seen }])) },
    })

  test('with nothing in it that the person did not see, it goes on', () => {
    expect(meet(remove(['r1']), stale(record(2)))).toMatchObject({
      put: [{ id: 'new', state: 'queued', base: { each: { r1: { version: 2 } } } }],
      notice: null,
    })
  })

  test('with a change of somebody else it waits for the person', () => {
    const { put, notice } = meet(remove(['r1']), stale(record(2, { notes: 'bought' })))
    expect(put).toMatchObject([{ state: 'parked', reason: 'conflict', lastError: { currents: { r1: { notes: 'bought' } } } }])
    expect(notice).toMatchObject({ kind: 'conflict' })
  })

  test('of many, those that were changed stay behind', () => {
    const refused = [{ ref: 'r1', message: 'changed', current: record(2, { notes: 'bought' }) }]
    const { put } = meet(remove(['r1', 'r2']), { kind: 'done', row: null, refused })
    expect(put).toMatchObject([{ reason: 'conflict', touches: ['r1'], lastError: { currents: { r1: { version: 2 } } } }])
    const untouched = [{ ref: 'r1', message: 'changed', current: record(2) }]
    expect(meet(remove(['r1', 'r2']), { kind: 'done', row: null, refused: untouched }).put).toMatchObject([
      { state: 'queued', touches: ['r1'], base: { each: { r1: { version: 2 } } } },
    ])
  })

  test('of many, it waits for the person where another is refused for good', () => {
    const refused = [
      { ref: 'r1', message: 'changed', current: record(2) },
      { ref: 'r2', message: 'It is in use' },
    ]
    const { put, notice } = meet(remove(['r1', 'r2']), { kind: 'done', row: null, refused })
    expect(put).toMatchObject([{ state: 'parked', reason: 'conflict' }])
    expect(notice).toMatchObject({ kind: 'conflict' })
    expect(meet(remove(['r1', 'r2']), { kind: 'done', row: null, refused: refused.slice(1) }).notice).toBeNull()
  })

  test('behind an edit of the same person it follows the version of that edit', () => {
    const verdict: Verdict = { kind: 'done', row: record(2, { city: 'Sanur' }), refused: [] }
    const [behind] = meet(edit(0, { city: 'Sanur' }), verdict, [remove(['r1'])]).put
    expect(behind?.base?.each?.r1?.version).toBe(2)
  })
})
