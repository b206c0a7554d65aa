import sharp from 'sharp'
import type { StoredFile } from '#contract/kit/field.ts'
import { type FileStore, sha256Of } from './files.ts'
import { ApiError } from './problem.ts'
import { FileBody } from './reply.ts'

/** A box that a picture is shown in, in pixels of the screen. */
interface Box {
  width: number
  height: number
}

/** The content of a kept file, or of an image that can be read one just large enough to fill a box. Throws 404 for one that is gone. */
export async function fileBody(store: FileStore, { url, name, type }: StoredFile, box: Box | null): Promise<FileBody> {
  const file = await store.read(sha256Of(url) ?? '', name)
  if (!file) throw new ApiError('not_found')
  const small =
    box && type.startsWith('image/')
      ? await sharp(file.content)
          .rotate()
          .resize({ ...box, fit: 'outside', withoutEnlargement: true })
          .webp()
          .toBuffer()
          .catch(() => null)
      : null
  return small ? new FileBody(small, 'image/webp', `${name}.webp`) : new FileBody(file.content, type, name)
}
