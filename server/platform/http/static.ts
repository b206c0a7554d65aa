/** The built console: precompressed, cached forever if the name has a hash, else revalidated. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Hono } from 'hono'
import { projectRoot } from '#server/db/root.ts'
import { type Asset, assetOf, encodings, sendAsset } from './asset.ts'
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
const read = (path: string) => Uint8Array.from(readFileSync(path))

function readAsset(path: string): Asset {
  const content = read(path)
  const compressed = encodings
    .filter(({ suffix }) => existsSync(path + suffix))
    .map(({ name, suffix }) => [name, read(path + suffix)] as const)
  return assetOf(types[extname(path)] ?? 'application/octet-stream', content, new Map(compressed))
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

const isApiPath = (path: string) => /\/(in|public)\/v\d/.test(path)

export function mountConsole(app: Hono, folder = join(projectRoot, 'dist/console')): void {
  const assets = createAssets(folder)
  const page = createPreloads(folder)
  app.get('*', (c, next) => {
    const { path } = c.req
    const asset = path === '/index.html' ? null : assets(path)
    if (asset) return Promise.resolve(sendAsset(c, asset, path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'))
    const navigates = c.req.header('Accept')?.includes('text/html') && !isApiPath(path) && !extname(path).slice(1)
    // A request of the bare address gets the console, from any client.
    const html = navigates || path === '/' || path === '/index.html' ? page(path) : null
    if (!html) return next()
    return Promise.resolve(sendAsset(c, html, 'no-cache'))
  })
}
