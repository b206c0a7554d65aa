import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { openDiskFiles } from '#tests/support/disk-files.ts'
import { fileBody } from './small-picture.ts'

const folder = mkdtempSync(join(tmpdir(), 'lapangan-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['a small one of a picture', 6_000, 4_000, 'image/webp'],
  ['the picture itself where it has more pixels than are read', 6_001, 4_000, 'image/png'],
])('gives %s', async (_, width, height, type) => {
  const store = openDiskFiles(folder)
  const content = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const file = await store.store(await store.inspect(content, 'a.png'))
  expect((await fileBody(store, file, { width: 40, height: 40 })).type).toBe(type)
})
