/** GET /image-loader?url=…&q=100&f=png: our own pictures in another size of file. No request ever leaves the server. */
import type { Hono } from 'hono'
import sharp from 'sharp'
import * as v from 'valibot'
import type { Platform } from './context.ts'
import { ApiError, fieldError } from './problem.ts'

const formats = ['png', 'jpeg', 'webp', 'avif'] as const
const query = v.object({
  url: v.pipe(v.string(), v.maxLength(2_048)),
  q: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(100)), '100'),
  f: v.optional(v.picklist(formats), 'png'),
  w: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(4_096))),
})

/** The path of an address that is ours; anything else is refused. */
function ownPath(address: string, publicUrl: string): string | null {
  try {
    const url = new URL(address, publicUrl)
    return url.origin === new URL(publicUrl).origin && url.pathname.startsWith('/files/') ? url.pathname : null
  } catch {
    return null
  }
}

export function mountImageLoader(app: Hono, { files, settings }: Platform): void {
  app.get('/image-loader', async (c) => {
    const parsed = v.safeParse(query, c.req.query())
    if (!parsed.success) throw fieldError(v.getDotPath(parsed.issues[0]) ?? 'url', 'type')
    const { url, q, f, w } = parsed.output
    const path = ownPath(url, settings.publicUrl)
    const [, , sha256 = '', name = ''] = path?.split('/') ?? []
    const found = path ? await files.read(sha256, name) : null
    if (!found?.type.startsWith('image/')) throw new ApiError('not_found', 'image not available')
    try {
      const picture = sharp(found.content, { limitInputPixels: 100_000_000 }).autoOrient()
      const sized = w ? picture.resize({ width: w, withoutEnlargement: true }) : picture
      const content = await sized.toFormat(f, { quality: q }).toBuffer()
      const headers = { 'Content-Type': `image/${f}`, 'Cache-Control': 'private, max-age=31536000, immutable' }
      return new Response(Uint8Array.from(content), { headers })
    } catch {
      throw new ApiError('not_found', 'image not available')
    }
  })
}
