import sharp from 'sharp'
import type { StoredFile } from '#contract/kit/field.ts'
import { type FileStore, sha256Of } from './files.ts'
import { ApiError } from './problem.ts'
import { FileBody } from './reply.ts'

/** Longest side of the small picture, in pixels. */
const smallSide = 320

/** The content of a kept file, or a small picture of an image that can be read. Throws 404 for one that is gone. */
export async function fileBody(store: FileStore, { url, name, type }: StoredFile, isSmall: boolean): Promise<FileBody> {
  const file = await store.read(sha256Of(url) ?? '', name)
  if (!file) throw new ApiError('not_found')
  const small =
    isSmall && type.startsWith('image/')
      ? await sharp(file.content)
          .rotate()
          .resize(smallSide, smallSide, { fit: 'inside', withoutEnlargement: true })
          .webp()
          .toBuffer()
          .catch(() => null)
      : null
  return small ? new FileBody(small, 'image/webp', `${name}.webp`) : new FileBody(file.content, type, name)
}
