/** Our own pictures in other sizes or file types (contract/image-loader.ts). It makes no outgoing requests. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import sharp from 'sharp'
import { imageLoader, maxPixels, pictureForms, pictureQualities, pictureWidths, snapTo } from '#contract/image-loader.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { sessionOfKey } from '../auth/picture-key.ts'
import type { CurrentUser, Platform } from '../core/context.ts'
import { createDiskCache } from '../core/disk-cache.ts'
import { ApiError } from '../core/problem.ts'
import { admit } from '../http/guard.ts'
import { mountRaw } from '../http/mount.ts'
import { ownPath } from '../http/own-hosts.ts'
import { readQuery } from '../http/request.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { limit } from '../limits/limits.ts'

/** Pictures per person and minute: several long lists. */
const perMinute = 1_200
/** New ones per minute: making one takes a thousand times as long as serving it. */
const madePerMinute = 120
/** Concurrent decodings: each may take `maxPixels` times four bytes. */
const decodedAtOnce = 2

const notAvailable = () => new ApiError('not_found', 'image not available')

interface Wanted {
  q: number
  f: (typeof pictureForms)[number]
  w: number | null
}

/** Throws 404 for no picture, or one too large to decode. */
async function convert(content: Uint8Array, { q, f, w }: Wanted): Promise<Uint8Array> {
  try {
    // The head alone: a small file may claim any size.
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels) throw notAvailable()
    const picture = sharp(content, { limitInputPixels: maxPixels }).autoOrient()
    const sized = w ? picture.resize({ width: w, withoutEnlargement: true }) : picture
    return await sized.toFormat(f, { quality: q }).toBuffer()
  } catch {
    throw notAvailable()
  }
}

/** Returns the caller, by token or picture key of their session. Throws 401. */
async function viewer(c: Context, platform: Platform, key: unknown): Promise<CurrentUser> {
  if (typeof key !== 'string') return (await admit(c, platform, imageLoader)).user
  const jti = sessionOfKey(platform.tokens, key)
  const user = jti && (await platform.people.bySession(jti))
  if (!user) throw new ApiError('unauthenticated', sessionMessages.invalid)
  return user
}

export function mountImageLoader(app: Hono, platform: Platform): void {
  const { files, settings } = platform
  const cache = createDiskCache(join(settings.dataDir, 'picture-cache'), settings.imageCacheBytes)
  const attempts = limit(perMinute, 60)
  const making = limit(madePerMinute, 60)
  const limited = createConcurrencyLimit(decodedAtOnce)
  mountRaw(app, imageLoader, async (c) => {
    const user = await viewer(c, platform, c.req.query('key'))
    const { query } = readQuery(c, imageLoader)
    await attempts.take(user.ref)
    const path = ownPath(toText(query.url), settings) ?? ''
    const [, , sha256 = '', name = ''] = path.split('/')
    // Removed since caching.
    if (!path.startsWith('/files/') || !(await files.locate(sha256))) throw notAvailable()
    // Read when decoded: waiting requests hold no file in memory.
    const read = async () => {
      const found = await files.read(sha256, name)
      if (!found || !/^image\/(png|jpeg|webp|gif|avif)$/.test(found.type)) throw notAvailable()
      return found.content
    }
    const f = pictureForms.find((form) => form === query.f) ?? 'png'
    const q = f === 'png' ? 100 : snapTo(pictureQualities, Number(query.q ?? 100))
    const wanted = { q, f, w: query.w == null ? null : snapTo(pictureWidths, Number(query.w)) }
    const cached = createHash('sha256')
      .update(JSON.stringify([sha256, wanted]))
      .digest('hex')
    const content = await cache.get(cached, async () => {
      await making.take(user.ref)
      return limited(async () => convert(await read(), wanted))
    })
    // Other sessions use other addresses.
    const headers = { 'Content-Type': `image/${f}`, 'Cache-Control': 'private, max-age=31536000, immutable', Vary: 'Authorization' }
    return new Response(Uint8Array.from(content), { headers })
  })
}
