import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntries, maxEntries, TooManyEntriesError } from './decode-entries.ts'
import {
  choice,
  choices,
  file,
  files,
  flag,
  image,
  number,
  object,
  reference,
  references,
  rows,
  tags,
  text,
  textarea,
  video,
} from './field.ts'
import { formEntries } from './form-entries.ts'
import { validate } from './schema.ts'
import { stripEmpty } from './wire.ts'

const fields = {
  name: text(),
  amount: number(),
  shown: flag(),
  size: choice([1, 2, 3]),
  kind: choice(['a', 'b']),
  audience: choices(['all', 'emt', 'emv']),
  labels: tags(),
  owner: reference(),
  roles: references(),
  place: object({ city: text() }),
  lines: rows({ label: text(), count: number() }),
}
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
const id = fc.integer({ min: 0, max: 2 ** 40 })
const record = fc.record(
  {
    name: word,
    amount: fc.double({ noNaN: true, noDefaultInfinity: true }).map((amount) => amount + 0),
    shown: fc.boolean(),
    size: fc.constantFrom(1, 2, 3),
    kind: fc.constantFrom('a', 'b'),
    audience: fc.subarray(['all', 'emt', 'emv']),
    labels: fc.array(word),
    owner: fc.oneof(id, fc.uuid()),
    roles: fc.array(fc.oneof(id, fc.uuid())),
    place: fc.record({ city: word }),
    lines: fc.array(fc.record({ label: word, count: fc.integer() })),
  },
  { requiredKeys: [] },
)

describe('multipart forms', () => {
  it('are read back as the record they encode', () => {
    fc.assert(
      fc.property(record, (wanted) => {
        expect(decodeEntries(fields, formEntries(fields, wanted))).toEqual(wanted)
      }),
    )
  })

  it('encode a list as repeated bracketed keys, an empty one as one empty key', () => {
    expect(formEntries(fields, { roles: [3, 5], labels: [], name: '' })).toEqual([
      ['roles[]', '3'],
      ['roles[]', '5'],
      ['labels[]', ''],
    ])
  })

  it('carry a file unchanged', () => {
    const chosen = { name: 'a.png', size: 1, type: 'image/png', content: 'bytes' }
    expect(formEntries({ photo: image() }, { photo: chosen })).toEqual([['photo', chosen]])
    expect(decodeEntries({ photo: image() }, [['photo', chosen]])).toEqual({ photo: chosen })
  })

  it('survive any foreign keys and values', () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', '__proto__[]', 'constructor', 'constructor[]', 'name[]', 'amount', 'amount[]', 'lines'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string())), (entries) => {
        const decoded = decodeEntries(fields, entries)
        expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
      }),
    )
    expect(
      decodeEntries(fields, [
        ['amount', '5'],
        ['amount[]', '6'],
      ]),
    ).toEqual({ amount: [6] })
  })
})

it('decodeEntries reads lists in linear time, and refuses more entries than the maximum', () => {
  const entries = (count: number) => Array.from({ length: count }, (_, at): [string, string] => ['labels[]', String(at)])
  const { labels } = decodeEntries(fields, entries(maxEntries))
  expect(labels).toHaveLength(maxEntries)
  let taken = 0
  function* counted() {
    for (const entry of entries(30_000)) {
      taken += 1
      yield entry
    }
  }
  expect(() => decodeEntries(fields, counted())).toThrow(TooManyEntriesError)
  expect(taken).toBe(maxEntries + 1)
})

it('stripEmpty removes empty values at every depth, but no file and no list', () => {
  const upload = { name: 'a', size: 1, type: '', content: new Blob(['a']) }
  const stored = { url: '/files/a', name: '', size: 1, type: '' }
  const lineRows = [{ label: '', count: 0, more: { a: null, b: [] } }, null]
  expect(stripEmpty({ place: { city: null, street: 'A' }, lines: lineRows, labels: ['', 'a'], file: upload, stored })).toEqual({
    place: { street: 'A' },
    lines: [{ count: 0, more: { b: [] } }],
    labels: ['a'],
    file: upload,
    stored,
  })
  expect(formEntries(fields, { place: { city: '' }, lines: [{ label: null, count: 2 }] })).toEqual([
    ['place', '{}'],
    ['lines', '[{"count":2}]'],
  ])
})

it('stripEmpty keeps false, zero and empty lists', () => {
  expect(stripEmpty({ a: null, b: undefined, c: '', d: 0, e: false, f: [], g: ' ' })).toEqual({ d: 0, e: false, f: [], g: ' ' })
})

describe('files in lists and nested records', () => {
  const chosen = (name: string) => ({ name, size: 1, type: 'image/png', content: new Blob(['x']) })
  const stored = { url: '/files/a/b.png', name: 'b.png', size: 1, type: 'image/png' }
  const staged = { staged: 'a'.repeat(64), name: 'c.png' }
  const fileFields = { photos: files(), sheet: object({ pdf: file() }), lessons: rows({ title: text(), video: video(), photos: files() }) }
  const [first, second, third] = [chosen('1'), chosen('2'), chosen('3')]
  const lessons = [{ title: 'a' }, { title: 'b', video: first, photos: [stored, second] }]

  it('are parts named by their path, with stored and staged ones in place', () => {
    expect(formEntries(fileFields, { photos: [stored, third, staged], sheet: { pdf: staged }, lessons })).toEqual([
      ['photos[]', stored],
      ['photos[]', third],
      ['photos[]', staged],
      ['sheet', JSON.stringify({ pdf: staged })],
      [
        'lessons',
        JSON.stringify([
          { title: 'a' },
          { title: 'b', video: { part: 'lessons.1.video' }, photos: [stored, { part: 'lessons.1.photos.1' }] },
        ]),
      ],
      ['lessons.1.video', first],
      ['lessons.1.photos.1', second],
    ])
    expect(formEntries(fileFields, { photos: [] })).toEqual([['photos[]', '']])
  })

  it('are separate from a part of JSON', () => {
    const entries = formEntries(
      { ...fileFields, name: text(), cover: image() },
      { name: 'Kaos', cover: third, photos: [first], lessons: [] },
      'merchandise',
    )
    expect(entries).toEqual([
      ['merchandise', JSON.stringify({ name: 'Kaos', photos: [{ part: 'photos.0' }], lessons: [] })],
      ['cover', third],
      ['photos.0', first],
    ])
    expect(decodeEntries({ name: text() }, [['merchandise', '{"name":"Kaos","__proto__":{"x":1}}']], 'merchandise')).toEqual({
      name: 'Kaos',
    })
  })
})

describe('texts of a form', () => {
  it('have line ends as typed, and lists of choices may be separated by commas', () => {
    const typedFields = { text: textarea(), segmentation: { ...choices(['emt', 'emv']), commas: true } }
    const sent = formEntries(typedFields, { text: 'a\nb', segmentation: ['emt', 'emv'] })
    expect(sent).toEqual([
      ['text', 'a\nb'],
      ['segmentation', 'emt,emv'],
    ])
    const decoded = decodeEntries(typedFields, [
      ['text', 'a\r\nb'],
      ['segmentation', ' emt ,, emv'],
    ])
    expect(validate(typedFields, [], decoded)).toEqual({ ok: true, value: { text: 'a\nb', segmentation: ['emt', 'emv'] } })
    expect(
      decodeEntries(typedFields, [
        ['segmentation[]', 'emt'],
        ['segmentation[]', 'emv'],
      ]),
    ).toEqual({ segmentation: ['emt', 'emv'] })
    expect(decodeEntries(typedFields, formEntries(typedFields, { segmentation: [] }))).toEqual({ segmentation: [] })
  })
})
