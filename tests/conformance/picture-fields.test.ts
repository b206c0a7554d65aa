/** Every field of every call that takes a picture stores it without place and camera, turned, and refuses a damaged one. */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { takeUploads } from '#server/platform/files/uploads.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { everyCall } from '#tests/support/contract-calls.ts'

const example = (name: string) => readFile(join(import.meta.dirname, '../support/files', name))

const takesPictures = ({ kind, accept }: Field) => isFile(kind) && kind !== 'video' && (!accept || accept.includes('image/jpeg'))

/** Fields with pictures at any depth, by their path. */
function pictureFields(fields: Fields, path: string): [string, Field][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Field][] => [
    ...(takesPictures(field) && !field.readOnly ? [[`${path} ${name}`, field] as [string, Field]] : []),
    ...(field.fields ? pictureFields(field.fields, `${path} ${name}`) : []),
  ])
}

const found = new Map(everyCall.flatMap(({ name, body }) => (body ? pictureFields(body, name) : [])))
/** One of each kind with these options: a field of several calls is the same. */
const distinctFields = [...new Map([...found].map(([path, field]) => [JSON.stringify(field), [path, field] as const])).values()]

const owner = randomUUID()
let test: TestPlatform
let photo: Buffer
let damaged: Buffer
beforeAll(async () => {
  test = await testPlatform()
  photo = await sharp(await example('60-exif-gps-rot6.jpg'))
    .resize({ width: 12, height: 9 })
    .keepMetadata()
    .jpeg()
    .toBuffer()
  damaged = photo.subarray(0, photo.length - 20)
})
afterAll(() => test.close())

/** Takes one picture as a part of a form, or staged before; returns its problem, or what was stored of it. */
async function take(field: Field, content: Buffer, isStaged: boolean) {
  const { platform } = test
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (isStaged) await platform.staging.add(owner, { sha256, size: content.length, offset: 0, digest: sha256, content })
  const value = isStaged ? { staged: sha256, name: 'foto.jpg' } : new File([new Uint8Array(content)], 'foto.jpg')
  const taken = await takeUploads(platform, owner, { f: field }, { f: field.kind === 'files' ? [value] : value })
  const [problem] = Object.values(taken.problems)
  if (problem) return problem.code
  const stored = [(await taken.store(taken.record)).f].flat()[0]
  const sha = isRecord(stored) && typeof stored.url === 'string' ? (sha256Of(stored.url) ?? '') : ''
  const stores = [platform.files, platform.privateFiles, platform.videos, platform.temporaryFiles]
  for (const store of stores) {
    const file = await store.read(sha, 'foto.jpg')
    if (file) return file.content
  }
  return null
}

it('there are fields with pictures in most sections', () => {
  expect(found.size).toBeGreaterThan(40)
})

describe.each([false, true])('a picture (staged: %s)', (isStaged) => {
  it.each(distinctFields)('of %s', async (_, field) => {
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const content = await take(field, photo, isStaged)
    if (!Buffer.isBuffer(content)) throw new Error(String(content))
    const { width, height, exif, orientation } = await sharp(content).metadata()
    expect([width, height, exif, orientation]).toEqual([9, 12, undefined, undefined])
    expect(await take(field, damaged, isStaged)).toBe('file_damaged')
  })
})
