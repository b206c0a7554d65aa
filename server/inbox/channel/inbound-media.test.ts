import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Of } from '#server/platform/files/files.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { storeMedia } from './inbound-media.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

const example = (name: string) => readFile(join(import.meta.dirname, '../../../tests/support/files', name))

/** A PNG whose head claims a size; nothing decodes it. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const content = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  content.writeUInt32BE(width, 16)
  content.writeUInt32BE(height, 20)
  return content
}
/** The same boxes by another brand: moving pictures, which the server does not decode. */
const ofBrand = (content: Buffer, brand: string) => Buffer.concat([content.subarray(0, 8), Buffer.from(brand), content.subarray(12)])
const still = (width: number, height: number, format: 'jpeg' | 'gif') =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer()

describe('a file of a customer', () => {
  it.each<[string, () => Promise<Buffer>, string, string, string]>([
    ['a photo with its place', () => example('60-exif-gps-rot6.jpg'), 'image', 'photo.jpg', 'image/jpeg'],
    ['HEIC', () => example('61-photo.heic'), 'document', 'photo.heic', 'image/heic'],
    ['AVIF', () => example('62-photo.avif'), 'image', 'photo.avif', 'image/avif'],
    ['AVIF that moves', async () => ofBrand(await example('62-photo.avif'), 'avis'), 'document', 'photo.avif', 'image/avif'],
    ['a photo that was cut', () => example('63-truncated.jpg'), 'image', 'photo.jpg', 'image/jpeg'],
    ['QuickTime', () => example('66-hevc.mov'), 'video', 'photo.mov', 'video/quicktime'],
    ['an animation', () => still(20, 20, 'gif'), 'image', 'photo.gif', 'image/gif'],
    ['a panorama', () => still(16_000, 300, 'jpeg'), 'image', 'photo.jpg', 'image/jpeg'],
    ['a picture of a satellite', () => claiming(40_000, 30_000), 'document', 'photo.png', 'image/png'],
  ])('that is %s is kept with its ending, and without its place', async (_, read, kind, name, type) => {
    for (const given of ['photo', name]) {
      const stored = await storeMedia(test.platform, await read(), given)
      expect(stored).toMatchObject({ kind, media: { name, type } })
      const file = await test.platform.privateFiles.read(sha256Of(stored.media.url) ?? '', name)
      expect([file?.type, file?.content.includes('Exif')]).toEqual([type, false])
    }
  })
})
