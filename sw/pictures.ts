import { imageLoader } from '#contract/image-loader.ts'

/** Name of the cache, which the console also drops when it has no room (src/data/cache/evict-caches.ts). */
export const pictures = 'pictures'
const maxBytes = 20_000_000
const maxCount = 200
/** A picture that would take the place of many is not kept. */
const maxPicture = 4_000_000
const sizeHeader = 'X-Lapangan-Size'

/** A picture served by the API on this origin: a stored file, or the image loader's version. */
export function isPicture({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }): boolean {
  return sameOrigin && request.destination === 'image' && (url.pathname.startsWith('/files/') || url.pathname === imageLoader.path)
}

/** Cache key: the same picture for every session, without its key. */
function nameOf({ url }: Request): string {
  const address = new URL(url)
  address.searchParams.delete('key')
  return address.href
}

/** Original of an image loader's URL; null for a file. */
const originalOf = (url: string) => new URL(url).searchParams.get('url')

/** Bytes of each stored picture, the least recently used first; read once in a worker's life. */
let sizes: Promise<Map<string, number>> | null = null

async function readSizes(cache: Cache): Promise<Map<string, number>> {
  const read = new Map<string, number>()
  // A picture of a version that noted no size counts as one of the usual size, a hundredth of the room.
  for (const { url } of await cache.keys()) read.set(url, Number((await cache.match(url))?.headers.get(sizeHeader)) || maxBytes / 100)
  return read
}

const totalOf = (known: ReadonlyMap<string, number>) => [...known.values()].reduce((sum, size) => sum + size, 0)

/** The newest is last, and stays. */
async function trim(cache: Cache, known: Map<string, number>): Promise<void> {
  let total = totalOf(known)
  for (const [url, size] of [...known].slice(0, -1)) {
    if (total <= maxBytes && known.size <= maxCount) return
    await cache.delete(url)
    known.delete(url)
    total -= size
  }
}

/** Stores a picture as the last one used. A device without room keeps no pictures at all: they are the first to go. */
async function keep(cache: Cache, name: string, response: Response): Promise<void> {
  try {
    const blob = await response.blob()
    if (blob.size > maxPicture) return
    sizes ??= readSizes(cache)
    const known = await sizes
    const headers = new Headers(response.headers)
    headers.set(sizeHeader, String(blob.size))
    await cache.put(name, new Response(blob, { headers }))
    known.delete(name)
    known.set(name, blob.size)
    await trim(cache, known)
  } catch {
    sizes = null
    await caches.delete(pictures).catch(() => false)
  }
}

/** Returns another size of the picture, which is better than none offline. */
async function otherSize(cache: Cache, request: Request): Promise<Response | undefined> {
  const original = originalOf(request.url)
  if (!original) return undefined
  const other = (await cache.keys()).findLast(({ url }) => originalOf(url) === original)
  return other && cache.match(other)
}

/** Notes a use, so that it outlives the worker: what is put again is the newest. Far from the limits, and in the newer half, none is in danger. */
async function touch(cache: Cache, name: string, cached: Response): Promise<void> {
  sizes ??= readSizes(cache)
  const known = await sizes
  if (known.size < maxCount / 2 && totalOf(known) < maxBytes / 2) return
  if ([...known.keys()].indexOf(name) < known.size / 2) await keep(cache, name, cached)
}

/** Returns the cached copy, or fetches and caches one: stored files never change. The least recently used are evicted. */
export async function cachedPicture({
  request,
  event,
}: {
  request: Request
  event: Pick<ExtendableEvent, 'waitUntil'>
}): Promise<Response> {
  // Without a cache pictures come from the network alone.
  const cache = await caches.open(pictures).catch(() => null)
  if (!cache) return fetch(request)
  const name = nameOf(request)
  const cached = await cache.match(name)
  if (cached) {
    event.waitUntil(touch(cache, name, cached.clone()).catch(() => undefined))
    return cached
  }
  try {
    const response = await fetch(request)
    if (response.ok && response.type === 'basic') event.waitUntil(keep(cache, name, response.clone()))
    return response
  } catch (error) {
    const other = await otherSize(cache, request)
    if (other) return other
    throw error
  }
}
