/** The built console: precompressed, cached forever if the name has a hash, else revalidated. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { projectRoot } from '#server/db/root.ts'
import { takesEncoding } from './accept-encoding.ts'
import { createPreloads } from './preloads.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

interface Asset {
  type: string
  etag: string
  /** By encoding; '' for none. */
  contents: Map<string, Uint8Array<ArrayBuffer>>
}

const read = (path: string) => Uint8Array.from(readFileSync(path))

function readAsset(path: string): Asset {
  const content = read(path)
  const contents = new Map([['', content]])
  for (const { name, suffix } of encodings) if (existsSync(path + suffix)) contents.set(name, read(path + suffix))
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`
  return { type: types[extname(path)] ?? 'application/octet-stream', etag, contents }
}

/** Reads files lazily and once; only existing names are read. */
function createAssets(folder: string): (path: string) => Asset | null {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const known = new Set(
    names.filter((name) => extname(name) in types && !name.startsWith('.')).map((name) => `/${name.split(sep).join('/')}`),
  )
  const cached = new Map<string, Asset>()
  return (path) => {
    if (!known.has(path)) return null
    const asset = cached.get(path) ?? readAsset(join(folder, path))
    cached.set(path, asset)
    return asset
  }
}

function send(c: Context, asset: Asset, cache: string): Response {
  const encoding = encodings.find(({ name }) => asset.contents.has(name) && takesEncoding(c, name))?.name ?? ''
  const headers = new Headers({ 'Content-Type': asset.type, 'Cache-Control': cache, ETag: asset.etag, Vary: 'Accept-Encoding' })
  if (c.req.header('If-None-Match')?.includes(asset.etag)) return new Response(null, { status: 304, headers })
  if (encoding) headers.set('Content-Encoding', encoding)
  return new Response(asset.contents.get(encoding) ?? null, { headers })
}

const isApiPath = (path: string) => /\/(in|public)\/v\d/.test(path)

export function mountConsole(app: Hono, folder = join(projectRoot, 'dist/console')): void {
  const assets = createAssets(folder)
  const page = createPreloads(folder)
  app.get('*', (c, next) => {
    const { path } = c.req
    const asset = path === '/index.html' ? null : assets(path)
    if (asset) return Promise.resolve(send(c, asset, path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'))
    const navigates = c.req.header('Accept')?.includes('text/html') && !isApiPath(path) && !extname(path).slice(1)
    // A request of the bare address gets the console, from any client.
    const html = navigates || path === '/' || path === '/index.html' ? page(path) : null
    if (!html) return next()
    return Promise.resolve(send(c, html, 'no-cache'))
  })
}
