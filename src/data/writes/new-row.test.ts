import { expect, test } from 'vitest'
import { file, files, image, object, rows, text, video } from '#contract/kit/field/field.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { call } from '#contract/kit/section/call.ts'
import { stageFiles } from '../outbox/send/staging.ts'
import { waitingKeys, withContent } from '../outbox/wire/file-values.ts'
import { formBody } from '../outbox/wire/form-body.ts'
import { newRow } from './new-row.ts'

const save = call({
  name: 'course.create',
  section: 'course',
  action: 'create',
  kind: 'mutation',
  method: 'POST',
  path: '/courses',
  permission: 'create content',
  encoding: 'multipart',
  offline: 'queue',
  body: { name: text(), cover: image(), photos: files(), sheet: object({ pdf: file() }), lessons: rows({ title: text(), video: video() }) },
  reply: { of: 'message' },
})

const chosen = (name: string, bytes = 3) => {
  const content = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
  return { name, size: bytes, type: 'image/png', content, width: 9 }
}
const stored = { url: '/files/a/b.png', name: 'b.png', size: 1, type: 'image/png' }
const own = { owner: 'me', plain: false }

test('files wait beside their row wherever they stand, and go out in their places', async () => {
  const patch = {
    name: 'A',
    cover: chosen('cover.png'),
    photos: [stored, chosen('p.png')],
    lessons: [{ title: 'a' }, { title: 'b', video: chosen('v.mp4') }],
    sheet: { pdf: chosen('s.pdf') },
  }
  const { row, blobs } = await newRow({ call: save, patch }, own, ['r'], patch)
  expect(row.files.map(({ field }) => field)).toEqual(['cover', 'photos.1', 'lessons.1.video', 'sheet.pdf'])
  // A patch is stored as it is: nothing in it is a blob, and what a person sees of a file is there.
  expect(JSON.parse(JSON.stringify(row.patch))).toEqual(row.patch)
  expect(row.patch).toMatchObject({ cover: null, photos: [stored, { waiting: row.files[1]?.key, name: 'p.png', size: 3 }] })

  const filled = toRecord(withContent(row.patch, new Map(blobs.map(({ key, blob }) => [key, blob]))))
  expect(waitingKeys(filled)).toEqual([])
  const form = formBody(save, filled)
  if (!(form instanceof FormData)) throw new Error('no form')
  expect(JSON.parse(String(form.get('lessons')))).toEqual([{ title: 'a' }, { title: 'b', video: { part: 'lessons.1.video' } }])
  expect(form.get('lessons.1.video')).toMatchObject({ name: 'v.mp4', size: 3 })
  expect(form.get('sheet.pdf')).toMatchObject({ name: 's.pdf' })
  const [first, second] = form.getAll('photos[]')
  expect([JSON.parse(String(first)), second]).toMatchObject([stored, { name: 'p.png' }])
})

test('large files are staged wherever they stand', async () => {
  const patch = { photos: [chosen('small.png'), chosen('large.png', 500_000)], lessons: [{ title: 'b', video: chosen('v.mp4', 500_000) }] }
  const names: string[] = []
  const staged = await stageFiles(
    {
      call: save,
      row: { id: 'm', action: 'create' },
      config: { hosts: { main: '', backend: '', websocket: '', imageLoader: '' } },
      send: async ({ url }) => {
        names.push(/files\/([0-9a-f]+)/.exec(url)?.[1] ?? '')
        return { status: 200, headers: new Headers(), body: { received: 500_000, complete: true } }
      },
      signal: new AbortController().signal,
      now: Date.now,
    },
    patch,
  )
  const [name] = names
  expect(staged).toMatchObject({
    kind: 'staged',
    patch: { photos: [{ name: 'small.png' }, { staged: name, name: 'large.png' }], lessons: [{ video: { staged: name, name: 'v.mp4' } }] },
  })
  if (staged.kind !== 'staged') throw new Error('not staged')
  const form = formBody(save, staged.patch)
  expect(form instanceof FormData && JSON.parse(String(form.get('lessons')))).toEqual([
    { title: 'b', video: { staged: name, name: 'v.mp4' } },
  ])
})

test('a copy and an earlier version name the files that are stored already', () => {
  const form = formBody(save, { name: 'A', cover: stored, photos: [stored] })
  if (!(form instanceof FormData)) throw new Error('no form')
  expect(JSON.parse(String(form.get('cover')))).toEqual(stored)
  const changed = formBody({ ...save, action: 'update' }, { name: 'A', cover: stored })
  expect(changed instanceof FormData && changed.has('cover')).toBe(false)
  const earlier = formBody({ ...save, action: 'update' }, { name: 'A', cover: { ...stored, again: true } })
  expect(earlier instanceof FormData && JSON.parse(String(earlier.get('cover')))).toMatchObject(stored)
})
