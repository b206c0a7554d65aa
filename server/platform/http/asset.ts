/** Contents that are the same for everybody, with a name for their state and their compressed forms. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { takesEncoding } from './accept-encoding.ts'

/** Best first. */
export const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

export interface Asset {
  type: string
  etag: string
  /** By encoding; '' for none. */
  contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/** Returns the asset of a content; `compressed` by encoding. */
export function assetOf(type: string, content: Uint8Array<ArrayBuffer>, compressed: Asset['contents'] = new Map()): Asset {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`
  return { type, etag, contents: new Map([['', content], ...compressed]) }
}

/** Returns a text as an asset that is compressed once, on another thread. */
export async function compressedAsset(type: string, text: string): Promise<Asset> {
  const compressed = Uint8Array.from(await promisify(gzip)(text, { level: 9 }))
  return assetOf(type, new TextEncoder().encode(text), new Map([['gzip', compressed]]))
}

/** Sends an asset in the best form that the client accepts; 304 while it has this state. */
export function sendAsset(c: Context, asset: Asset, cache: string): Response {
  const encoding = encodings.find(({ name }) => asset.contents.has(name) && takesEncoding(c, name))?.name ?? ''
  const headers = new Headers({ 'Content-Type': asset.type, 'Cache-Control': cache, ETag: asset.etag, Vary: 'Accept-Encoding' })
  if (c.req.header('If-None-Match')?.includes(asset.etag)) return new Response(null, { status: 304, headers })
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(asset.contents.get(encoding) ?? null, { headers })
}
