import { imageLoader } from '#contract/image-loader.ts'

const cacheName = 'pictures'
const max = 200

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

async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)))
}

/** Returns another size of the picture, which is better than none offline. */
async function otherSize(cache: Cache, request: Request): Promise<Response | undefined> {
  const original = originalOf(request.url)
  if (!original) return undefined
  const other = (await cache.keys()).findLast(({ url }) => originalOf(url) === original)
  return other && cache.match(other)
}

/** Returns the cached copy, or fetches and caches one: stored files never change. The oldest are evicted. */
export async function cachedPicture({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(cacheName)
  const name = nameOf(request)
  const cached = await cache.match(name)
  if (cached) return cached
  try {
    const response = await fetch(request)
    if (response.ok && response.type === 'basic') {
      await cache.put(name, response.clone())
      await trim(cache)
    }
    return response
  } catch (error) {
    const other = await otherSize(cache, request)
    if (other) return other
    throw error
  }
}
