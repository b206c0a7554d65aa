/** Pictures as they are stored and sent on (docs/product/files.md#pictures): turned, and without place and camera. */
import sharp from 'sharp'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { type PictureParts, pictureParts } from './picture-parts.ts'

/** Larger pictures are not decoded: their bytes are kept as they are. */
export const maxPixels = 100_000_000

/** Concurrent decodings: each may take `maxPixels` times four bytes. */
const limited = createConcurrencyLimit(2)

/** Loses next to nothing; a picture without an orientation is never encoded again. */
const quality = 95

interface Size {
  width: number
  height: number
  /** How the camera was held, 1 to 8 of Exif; undefined if the file does not say so. */
  orientation: number | undefined
}

/** Reads the head alone; null for no picture. Width and height are those of the turned picture. */
export async function pictureSize(content: Uint8Array): Promise<Size | null> {
  try {
    const { width, height, autoOrient, orientation } = await sharp(content, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width ?? width, height: autoOrient.height ?? height, orientation }
  } catch {
    return null
  }
}

async function turned(content: Uint8Array, type: string): Promise<Uint8Array> {
  const picture = sharp(content, { limitInputPixels: maxPixels, animated: true }).autoOrient().keepIccProfile()
  if (type === 'image/jpeg') return picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
  return (type === 'image/webp' ? picture.webp({ quality }) : picture.png()).toBuffer()
}

/** Formats whose orientation stands in what is taken out; that of HEIC and AVIF is part of the picture. */
const turnedTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Returns a picture as it is stored; null for what is none. One that is damaged is not turned. */
export async function cleanPicture(content: Uint8Array, type: string, size: Size | null): Promise<PictureParts | null> {
  const parts = pictureParts(content, type)
  const isTurned = parts?.isWhole && turnedTypes.includes(type) && size !== null && (size.orientation ?? 1) > 1
  if (!isTurned || size.width * size.height > maxPixels) return parts
  try {
    return { content: await limited(() => turned(content, type)), isWhole: true }
  } catch {
    return { ...parts, isWhole: false }
  }
}
