import sharp from 'sharp'
import { maxPixels } from '#contract/image-loader.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { ApiError } from '../core/problem.ts'
import { fittingName } from '../files/file-type.ts'
import { type FileStore, safeName, sha256Of } from '../files/files.ts'
import { FileBody } from '../http/reply.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'

/** Size of a picture's display, in screen pixels. */
interface Box {
  width: number
  height: number
}

/** Concurrent decodings: each may take `maxPixels` times four bytes. */
const limited = createConcurrencyLimit(2)

const smaller = (content: Uint8Array, box: Box): Promise<Buffer> =>
  sharp(content, { limitInputPixels: maxPixels })
    .rotate()
    .resize({ ...box, fit: 'outside', withoutEnlargement: true })
    .webp()
    .toBuffer()

/** Returns a stored file's content, or for an image of at most `maxPixels` one just large enough for a box. Throws 404 if it is gone. */
export async function fileBody(store: FileStore, { url, name, type }: StoredFile, box: Box | null): Promise<FileBody> {
  const file = await store.read(sha256Of(url) ?? '', name)
  if (!file) throw new ApiError('not_found')
  const small = box && type.startsWith('image/') ? await limited(() => smaller(file.content, box)).catch(() => null) : null
  return small ? new FileBody(small, 'image/webp', `${name}.webp`) : new FileBody(file.content, type, fittingName(safeName(name), type))
}
