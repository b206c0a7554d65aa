import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanPicture, pictureSize } from './clean-picture.ts'
import { fileType } from './file-type.ts'

/** Stands in every note of a picture. */
const place = '-6.2088 rumah Budi'
const example = (name: string) => readFile(join(import.meta.dirname, '../../../tests/support/files', name))

const width = 24
const height = 16
/** No two sides alike, so that a turn is seen. */
const drawn = () => {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + Math.floor(at / (width * 3)) * 31) % 256))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const exif = { IFD0: { Artist: place, Make: 'Kamera' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '6/1 12/1 31/1' } }

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const le32 = (value: number) => Buffer.from(u32(value)).reverse()
const latin = (text: string) => Buffer.from(text, 'latin1')
const join2 = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)))

const segment = (marker: number, body: Buffer) => join2(Buffer.from([0xff, marker]), u16(body.length + 2), body)
const chunk = (type: string, body: Buffer) => join2(u32(body.length), type, body, u32(0))
const riff = (type: string, body: Buffer) => join2(type, le32(body.length), body, Buffer.alloc(body.length % 2))
const box = (type: string, body: Buffer) => join2(u32(body.length + 8), type, body)

const made: Record<'jpeg' | 'png' | 'webp' | 'gif' | 'avif', Buffer> = {
  jpeg: none(),
  png: none(),
  webp: none(),
  gif: none(),
  avif: none(),
}
const noted: typeof made = { ...made }
function none() {
  return Buffer.alloc(0)
}

beforeAll(async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    made[format] = await drawn().toFormat(format, { quality: 90 }).toBuffer()
    noted[format] = await drawn()
      .withExif(exif)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${place}</x:xmpmeta>`)
      .toFormat(format, { quality: 90 })
      .toBuffer()
  }
})

async function clean(content: Buffer) {
  const size = await pictureSize(content)
  const parts = await cleanPicture(content, fileType(content, 'a') ?? '', size)
  if (!parts) throw new Error('no picture')
  return parts
}

const pixelsOf = (content: Uint8Array) => sharp(content, { animated: true }).toColourspace('srgb').raw().toBuffer()
const has = (content: Uint8Array, text: string) => Buffer.from(content).includes(text)

const inJpeg = (...notes: Buffer[]) => join2(made.jpeg.subarray(0, 2), ...notes, made.jpeg.subarray(2))
const inPng = (...notes: Buffer[]) => join2(made.png.subarray(0, 33), ...notes, made.png.subarray(33))
const inGif = (...notes: Buffer[]) => join2(made.gif.subarray(0, -1), ...notes, made.gif.subarray(-1))
/** The same file by another brand, such as that of HEIC, whose boxes are those of AVIF. */
const asBrand = (avif: Buffer, brand: string) => {
  const copy = Buffer.from(avif)
  copy.write(brand, 8, 'latin1')
  return copy
}

describe('a picture loses place and camera, and not one of its pixels', () => {
  it.each<[string, () => Buffer]>([
    ['JPEG with Exif and XMP', () => noted.jpeg],
    ['JPEG with IPTC', () => inJpeg(segment(0xed, join2('Photoshop 3.0\0', place)))],
    ['JPEG with a comment', () => inJpeg(segment(0xfe, latin(place)))],
    ['JPEG with an extended XMP', () => inJpeg(segment(0xe1, join2('http://ns.adobe.com/xmp/extension/\0', place)))],
    ['JPEG with a thumbnail', () => inJpeg(segment(0xe0, join2('JFXX\0', place)))],
    ['JPEG with a segment of a maker', () => inJpeg(segment(0xe5, latin(place)), segment(0xec, latin(place)))],
    ['JPEG with a second picture', () => join2(inJpeg(segment(0xe2, join2('MPF\0', place))), noted.jpeg)],
    ['JPEG with what a phone appends', () => join2(made.jpeg, Buffer.alloc(3), 'Image_UTC_Data', place, 'SEFHSEFT')],
    ['JPEG with a film behind it', () => join2(made.jpeg, box('ftyp', latin('mp42')), box('mdat', latin(place)))],
    ['JPEG with filling bytes', () => inJpeg(join2(Buffer.from([0xff, 0xff]), segment(0xfe, latin(place))))],
    ['PNG with Exif and XMP', () => noted.png],
    [
      'PNG with texts',
      () => inPng(chunk('tEXt', latin(`Comment\0${place}`)), chunk('iTXt', latin(`XML\0\0\0\0\0${place}`)), chunk('zTXt', latin(place))),
    ],
    ['PNG with the time and a chunk of a program', () => inPng(chunk('tIME', latin(place)), chunk('prVW', latin(place)))],
    ['PNG with something behind it', () => join2(made.png, place)],
    ['WebP with Exif and XMP', () => noted.webp],
    [
      'WebP with a chunk of a program',
      () => {
        const body = join2(made.webp.subarray(8), riff('NOTE', latin(place)))
        return join2('RIFF', le32(body.length), body)
      },
    ],
    ['WebP with something behind it', () => join2(made.webp, place)],
    ['GIF with a comment', () => inGif(join2(Buffer.from([0x21, 0xfe, place.length]), place, Buffer.alloc(1)))],
    ['GIF with XMP', () => inGif(join2(Buffer.from([0x21, 0xff, 11]), 'XMP DataXMP', Buffer.from([place.length]), place, Buffer.alloc(1)))],
    ['GIF with something behind it', () => join2(made.gif, place)],
    ['AVIF with Exif and XMP', () => noted.avif],
    ['AVIF with a box of a maker', () => join2(made.avif, box('uuid', latin(place)))],
    ['AVIF with what stood in its unused space', () => join2(made.avif, box('free', latin(place)), box('skip', latin(place)))],
    ['AVIF with a film behind it', () => join2(made.avif, box('mpvd', latin(place)))],
  ])('%s', async (_, make) => {
    const content = make()
    expect([has(content, place), has(content, 'Kamera')]).toContain(true)
    const { content: kept, isWhole } = await clean(content)
    expect([isWhole, has(kept, place), has(kept, 'Kamera')]).toEqual([true, false, false])
    const { exif: left, xmp, iptc } = await sharp(kept).metadata()
    expect([left, xmp, iptc]).toEqual([undefined, undefined, undefined])
    expect((await pixelsOf(kept)).equals(await pixelsOf(content))).toBe(true)
  })

  it.each(['heic', 'avis'])('a picture of brand %s keeps its bytes but for the notes', async (brand) => {
    const content = asBrand(noted.avif, brand)
    const { content: kept, isWhole } = await clean(content)
    expect([isWhole, has(content, place), has(kept, place), has(kept, 'Kamera'), kept.length]).toEqual([
      true,
      true,
      false,
      false,
      content.length,
    ])
    const whole = await example('61-photo.heic')
    expect((await clean(whole)).content).toBe(whole)
  })
})

it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  '%s without notes keeps its bytes, and one that is cut is damaged',
  async (format) => {
    const content = made[format]
    const whole = await clean(content)
    expect(whole).toEqual({ content, isWhole: true })
    expect(whole.content).toBe(content)
    for (const length of [0.95, 0.6].map((part) => Math.floor(content.length * part)))
      expect(await cleanPicture(content.subarray(0, length), `image/${format}`, { width, height, orientation: undefined })).toMatchObject({
        isWhole: false,
      })
  },
)

it('a profile of colours stays', async () => {
  const content = await drawn().withExif(exif).withIccProfile('p3').jpeg().toBuffer()
  const { content: kept } = await clean(content)
  expect((await sharp(kept).metadata()).icc).toEqual((await sharp(content).metadata()).icc)
})

it('an animation keeps its pages', async () => {
  const pages = await sharp([made.png, await sharp(made.png).negate().png().toBuffer()], { join: { animated: true } })
    .gif()
    .toBuffer()
  const noisy = join2(pages.subarray(0, -1), Buffer.from([0x21, 0xfe, 4]), 'Budi', Buffer.from([0, 0x3b]))
  const { content } = await clean(noisy)
  expect([(await sharp(content, { animated: true }).metadata()).pages, has(content, 'Budi')]).toEqual([2, false])
})

describe('a picture is turned as it was held', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('%s', async (format) => {
    const content = await drawn()
      .withExif({ IFD0: { Orientation: '6', Artist: place } })
      .withMetadata({ orientation: 6 })
      .toFormat(format, { quality: 95 })
      .toBuffer()
    expect((await sharp(content).metadata()).orientation).toBe(6)
    const { content: kept } = await clean(content)
    const { width: across, height: down, orientation, exif: left } = await sharp(kept).metadata()
    expect([across, down, orientation, left, has(kept, place)]).toEqual([height, width, undefined, undefined, false])
    const [seen, wanted] = [await pixelsOf(kept), await sharp(content).autoOrient().toColourspace('srgb').raw().toBuffer()]
    const differences = seen.reduce((sum, byte, at) => sum + Math.abs(byte - (wanted[at] ?? 0)), 0) / seen.length
    expect(differences).toBeLessThan(12)
  })

  it('the example of a phone', async () => {
    const { content, isWhole } = await clean(await example('60-exif-gps-rot6.jpg'))
    const { width: across, height: down, exif: left, orientation } = await sharp(content).metadata()
    expect([isWhole, across, down, left, orientation]).toEqual([true, 600, 800, undefined, undefined])
  })

  it('the example that is cut is damaged', async () => {
    expect(await clean(await example('63-truncated.jpg'))).toMatchObject({ isWhole: false })
  })
})

it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  '%s with any byte changed is read in a moment, or said to be damaged',
  async (format) => {
    const content = noted[format]
    for (let at = 0; at < Math.min(content.length, 900); at += 1) {
      const changed = Buffer.from(content)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      const parts = await cleanPicture(changed, `image/${format}`, { width, height, orientation: undefined })
      expect(parts?.content.length).toBeLessThanOrEqual(content.length + 1)
    }
  },
)
