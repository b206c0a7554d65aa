/** index.html with preloads of the requested screen's chunks, which load along with the first ones. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'

const chunk = v.object({ file: v.string(), name: v.optional(v.string()), imports: v.optional(v.array(v.string())) })
const manifestSchema = v.record(v.string(), chunk)
type Manifest = v.InferOutput<typeof manifestSchema>

/** Returns a chunk with its static imports. */
function closure(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key) || !manifest[key]) continue
    seen.add(key)
    closure(manifest, manifest[key].imports ?? [], seen)
  }
  return seen
}

const routeFile = /^src\/routes\/(.+)\.tsx(?:\?tsr-split=(\w+))?$/

/**
 * Returns the first chunks of a path, by our own layout: the shell, the route's file (its own, or the shared one of sections), and the
 * section's chunk beside the list of sections; without those of errors.
 */
function seeds(manifest: Manifest, segment: string, kind: string): string[] {
  const keys = Object.keys(manifest)
  const named = (name: string) => keys.filter((key) => key.startsWith('_') && manifest[key]?.name === name)
  const section = named(`section-${segment}`)
  const isSection = section.length > 0
  const routes = keys.flatMap((key) => {
    const [, path = '', part = 'component'] = routeFile.exec(key) ?? []
    const [layout, first = '', ...rest] = path.split(/[./]/)
    return layout === '_console' && ['component', 'loader', 'pendingComponent'].includes(part) ? [{ key, first, rest }] : []
  })
  // No path of the console.
  if (!isSection && !routes.some(({ first }) => first === segment)) return []
  const isWanted = (first: string, rest: string[]) =>
    first === '' || ((first === segment || (isSection && first === '$section')) && (rest[0] ?? kind) === kind)
  return [
    ...section,
    ...(isSection ? named('registry') : []),
    // An area built as one chunk of its name.
    ...named(segment),
    ...routes.filter(({ first, rest }) => isWanted(first, rest)).map(({ key }) => key),
  ]
}

export interface Page {
  type: string
  etag: string
  contents: Map<string, Uint8Array<ArrayBuffer>>
}

function compressed(html: string): Page {
  const content = Uint8Array.from(Buffer.from(html))
  const contents = new Map([
    ['', content],
    ['br', Uint8Array.from(brotliCompressSync(content))],
    ['gzip', Uint8Array.from(gzipSync(content))],
  ])
  return { type: 'text/html; charset=utf-8', etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`, contents }
}

/** Returns the page of a path; null if the console is not built. */
export function createPreloads(folder: string): (path: string) => Page | null {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return () => null
  const html = readFileSync(index, 'utf8')
  const manifestFile = join(folder, '.vite/manifest.json')
  const manifest = existsSync(manifestFile) ? v.parse(manifestSchema, JSON.parse(readFileSync(manifestFile, 'utf8'))) : {}
  const loaded = Object.keys(manifest).filter((key) => html.includes(`/${manifest[key]?.file}"`))
  const entries = closure(manifest, loaded)
  const pages = new Map<string, Page>()
  let plain: Page | undefined
  return (path) => {
    const [segment = '', kind = 'list'] = path.split('/').filter(Boolean)
    const found = seeds(manifest, segment, kind)
    if (!found.length) {
      plain ??= compressed(html)
      return plain
    }
    const name = found.join()
    const known = pages.get(name)
    if (known) return known
    const files = [...closure(manifest, found)].filter((key) => !entries.has(key)).map((key) => manifest[key]?.file)
    const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
    const page = compressed(html.replace('</head>', `${links}</head>`))
    pages.set(name, page)
    return page
  }
}
