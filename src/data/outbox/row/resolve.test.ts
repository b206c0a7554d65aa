import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { image, secret, text, files as uploads } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { testRow } from '#tests/support/test-row.ts'
import { giveUp, isConflict, makeAgain, remainsOf, resolveRemoval, resolveUpdate } from './resolve.ts'
import { settle } from './settle.ts'
import type { OutboxRow } from './types.ts'

const { fields } = leads
const seen = { name: 'Budi', phone: '6281200000001', status: 'new', city: 'Ubud', notes: 'calls back' }
const record = (version: number, values: Record<string, unknown> = {}): AnyRow => ({
  id: 1,
  ref: 'r1',
  version,
  created_at: '',
  created_by: null,
  updated_at: '',
  updated_by: null,
  ...seen,
  ...values,
})
const edit = (seq: number, patch: Record<string, unknown>, values: Partial<OutboxRow> = {}) =>
  testRow({ seq, section: 'leads', call: 'leads.update', patch, base: { version: 1, values: seen }, ...values })
let made = 0
const newId = () => `new${++made}`

test('a conflict is what waits for the decision of the person', () => {
  expect(isConflict(edit(1, {}, { state: 'parked', reason: 'conflict' }))).toBe(true)
  expect(isConflict(edit(1, {}, { state: 'parked', reason: 'rejected' }))).toBe(false)
  expect(isConflict(edit(1, {}, { state: 'queued', reason: 'conflict' }))).toBe(false)
})

describe('an update that was decided', () => {
  const conflict = edit(4, { city: 'Sanur' }, { state: 'parked', reason: 'conflict', decided: true })
  const current = record(3, { city: 'Kuta' })

  test('goes on under a new id in the old place, over the version that the person saw', () => {
    const { put, remove } = resolveUpdate({ row: conflict, later: [], newId }, { patch: { city: 'Sanur' }, current, fields })
    expect(remove).toEqual([])
    expect(put).toMatchObject([{ seq: 4, state: 'queued', decided: false, base: { version: 3, values: { city: 'Kuta' } } }])
    expect(put[0]?.id).not.toBe(conflict.id)
  })

  test('with nothing left of mine goes, and a file that is not wanted goes with it', () => {
    expect(resolveUpdate({ row: conflict, later: [], newId }, { patch: {}, current, fields })).toEqual({ put: [], remove: [4] })
    const file = { field: 'photo', key: 'k', name: 'a.png', size: 1, type: 'image/png' }
    const { put } = resolveUpdate({ row: { ...conflict, files: [file] }, later: [], newId }, { patch: { city: 'Sanur' }, current, fields })
    expect(put[0]?.files).toEqual([])
  })

  test('keeps the files of the fields that hold, each of many as well', () => {
    const file = (field: string) => ({ field, key: field, name: 'a.png', size: 1, type: 'image/png' })
    const row = { ...conflict, files: [file('photo'), file('papers.0'), file('video')] }
    const { put } = resolveUpdate({ row, later: [], newId }, { patch: { photo: null, papers: [null] }, current, fields })
    expect(put[0]?.files.map(({ field }) => field)).toEqual(['photo', 'papers.0'])
  })

  test('theirs chosen: a later edit of the same field asks as well, one of another field goes through', () => {
    const again = edit(5, { city: 'Bali' }, { base: { version: 3, values: { ...seen, city: 'Sanur' } } })
    const other = edit(6, { notes: 'bought' }, { base: { version: 3, values: seen } })
    const { put } = resolveUpdate({ row: conflict, later: [again, other], newId }, { patch: {}, current, fields })
    expect(put).toMatchObject([{ seq: 5, base: { version: 1 } }])
    const stale = { status: 412, code: 'stale', message: 'changed', current }
    const met = (row: OutboxRow) =>
      settle({
        row,
        verdict: { kind: 'parked', reason: 'conflict', decided: true, error: stale },
        later: [],
        fields,
        now: 0,
        random: 0,
        newId,
      })
    expect(met(put[0] ?? again).put).toMatchObject([{ state: 'parked', reason: 'conflict' }])
    expect(met({ ...other, base: { version: 1, values: seen } }).put).toMatchObject([{ state: 'queued' }])
  })
})

test('a delete goes on for the chosen records alone, as they are now', () => {
  const each = { r1: { version: 1, values: seen }, r2: { version: 1, values: seen } }
  const row = testRow({
    seq: 1,
    section: 'leads',
    action: 'remove',
    touches: ['r1', 'r2'],
    base: { version: null, values: {}, each },
    lastError: { status: 412, code: 'stale', message: '', currents: { r1: record(5), r2: record(6) } },
  })
  expect(resolveRemoval({ row, later: [], newId }, { refs: ['r2'], fields })).toMatchObject({
    put: [{ touches: ['r2'], state: 'queued', base: { each: { r2: { version: 6 } } } }],
  })
  expect(resolveRemoval({ row, later: [], newId }, { refs: ['r2'], fields }).remove).toEqual([])
  expect(resolveRemoval({ row, later: [], newId }, { refs: [], fields })).toEqual({ put: [], remove: [1] })
  // One that nobody changed is deleted as it was seen, and one that was never seen without a version.
  const rejected = { ...row, lastError: { status: 422, code: 'invalid', message: '' } }
  const versions = (entry: OutboxRow) => resolveRemoval({ row: entry, later: [], newId }, { refs: ['r1', 'r9'], fields }).put[0]?.base?.each
  expect(versions(rejected)).toEqual({ r1: each.r1 })
  expect(versions({ ...rejected, lastError: null })).toEqual({ r1: each.r1 })
  expect(versions({ ...rejected, base: null })).toEqual({})
  expect(versions({ ...rejected, base: { version: null, values: {} } })).toEqual({})
})

describe('a record that is gone', () => {
  const gone = edit(2, { city: 'Sanur' }, { state: 'parked', reason: 'conflict' })

  test('is made again in the first place, out of what was seen and every change since, under another ref', () => {
    const later = [edit(3, { notes: 'bought', city: null }), edit(5, { city: 'Bali' })]
    const remains = remainsOf(gone, later, fields)
    expect(remains).toMatchObject({ values: { ...seen, notes: 'bought', city: 'Bali' }, lost: [] })
    if (!remains) throw new Error('nothing remains')
    const { put, remove } = makeAgain({ row: gone, later, newId }, { section: leads, remains })
    expect(put).toMatchObject([{ seq: 2, action: 'create', call: 'leads.create', state: 'queued', base: null, patch: { city: 'Bali' } }])
    expect(put[0]?.touches).toEqual([put[0]?.patch.ref])
    expect(put[0]?.touches).not.toContain('r1')
    expect(remove).toEqual([3, 5])
  })

  test('is not made again when the person deleted it after their change', () => {
    expect(remainsOf(gone, [testRow({ seq: 3, section: 'leads', action: 'remove', touches: ['r1'] })], fields)).toBeNull()
  })

  test('a stored picture went with it; one that waits here did not', () => {
    const picture = { url: '/f', name: 'f.png', size: 1, type: 'image/png' }
    const base = { version: 1, values: { title: 'Halo', gambar: picture } }
    const row = testRow({ seq: 1, section: 'for-you', patch: { title: 'Hai' }, base })
    expect(remainsOf(row, [], forYou.fields)?.lost).toEqual(['gambar'])
    const file = { field: 'gambar', key: 'k', name: 'a.png', size: 1, type: 'image/png' }
    const withFile = { ...row, patch: { gambar: null }, files: [file] }
    expect(remainsOf(withFile, [], forYou.fields)).toMatchObject({ lost: [], files: [file] })
    const cleared = testRow({ seq: 2, section: 'for-you', patch: { gambar: null } })
    expect(remainsOf(withFile, [cleared], forYou.fields)).toMatchObject({ lost: [], files: [] })
  })

  test('is made of what a person writes: nothing secret, nothing the server makes, nothing empty', () => {
    const own = { name: text(), city: text(), made_by: text({ readOnly: true }), pin: secret(), photo: image() }
    const base = { version: 1, values: { name: 'Budi', city: null, made_by: 'Sari', pin: '1234', photo: null } }
    const bulk = testRow({ seq: 4, section: 'leads', action: 'bulkUpdate', patch: { name: 'Of many' } })
    const shared = edit(5, { name: 'Of two' }, { touches: ['r1', 'r2'] })
    const remains = remainsOf({ ...gone, base, patch: { name: 'Sinta' } }, [bulk, shared], own)
    expect(remains).toMatchObject({ values: { name: 'Sinta' }, files: [], lost: [] })
    expect(Object.keys(remains?.values ?? {})).toEqual(['name'])
    expect(remains?.rows.map(({ seq }) => seq)).toEqual([2, 4])
  })

  test('is not made again out of a change that is no update, or of what was never seen', () => {
    expect(remainsOf({ ...gone, action: 'call' }, [], fields)).toBeNull()
    expect(remainsOf({ ...gone, base: null }, [], fields)).toBeNull()
  })

  test('is made again with the files that wait', () => {
    const file = (field: string) => ({ field, key: field, name: 'a.png', size: 1, type: 'image/png' })
    const row = { ...gone, patch: { photo: null, papers: [null] }, files: [file('photo'), file('papers.0')] }
    const remains = remainsOf(row, [], { name: text(), photo: image(), papers: uploads() })
    if (!remains) throw new Error('nothing remains')
    const [again] = makeAgain({ row, later: [], newId }, { section: leads, remains }).put
    expect(again?.files).toEqual(row.files)
    expect(again?.patch).toEqual({ name: 'Budi', photo: null, papers: [null], ref: again?.touches[0] })
  })

  test('giving up takes every change of it and nothing of any other record', () => {
    const bulk = testRow({ seq: 4, section: 'leads', action: 'bulkUpdate', touches: ['r1', 'r2'] })
    const again = testRow({ seq: 5, section: 'leads', action: 'create', touches: ['r1'] })
    expect(giveUp({ row: gone, later: [edit(3, { notes: 'x' }), bulk, again], newId })).toEqual({ put: [], remove: [2, 3] })
  })
})

test('a chain of edits over edits of others: every field ends as the last who wrote it by merge, or the person is asked', () => {
  const names = ['city', 'notes', 'name'] as const
  const value = fc.constantFrom('a', 'b', 'c')
  const mine = fc.array(fc.record({ field: fc.constantFrom(...names), value }), { minLength: 1, maxLength: 4 })
  const others = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 2 })
  fc.assert(
    fc.property(mine, others, (edits, theirs) => {
      let server = record(2, theirs)
      const folded: Record<string, unknown> = { ...seen }
      let queue = edits.map(({ field, value: next }, i) => {
        const row = edit(i + 1, { [field]: next }, { base: { version: 1, values: { ...folded } } })
        folded[field] = next
        return row
      })
      for (let round = 0; queue.length && round < 50; round++) {
        const [head, ...later] = queue
        if (!head || head.state === 'parked') break
        const common = { row: head, later, fields, now: 0, random: 0, newId }
        const fits = head.base?.version === server.version
        if (fits) server = { ...server, ...head.patch, version: server.version + 1 }
        const error = { status: 412, code: 'stale', message: 'changed', current: server }
        const { put, remove } = settle({
          ...common,
          verdict: fits ? { kind: 'done', row: server, refused: [] } : { kind: 'parked', reason: 'conflict', decided: true, error },
        })
        queue = queue.filter(({ seq }) => !remove.includes(seq)).map((row) => put.find(({ seq }) => seq === row.seq) ?? row)
      }
      const asked = queue.length > 0
      for (const name of names) {
        const own = edits.filter(({ field }) => field === name).at(-1)?.value
        const other = theirs[name] === seen[name] ? undefined : theirs[name]
        if (asked) continue
        expect(server[name], `${name} of both`).toBe(own ?? other ?? seen[name])
        // Both wrote it, each something else, and nobody was asked: that would be a loss.
        const first = edits.find(({ field }) => field === name)?.value
        if (own !== undefined && other !== undefined) expect([first, own]).toContain(other)
      }
    }),
    { numRuns: 500 },
  )
})
