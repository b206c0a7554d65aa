const cacheName = 'pictures'
const most = 200

/** A picture the API serves under `/files/`, on this origin. */
export function isPicture({ request, url, sameOrigin }: { request: Request; url: URL; sameOrigin: boolean }): boolean {
  return sameOrigin && request.destination === 'image' && url.pathname.startsWith('/files/')
}

async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}

/** The kept copy, or the network's, which is kept: a stored file never changes. The oldest go when there are too many. */
export async function keptPicture({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(cacheName)
  const held = await cache.match(request)
  if (held) return held
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') {
    await cache.put(request, response.clone())
    await trim(cache)
  }
  return response
}
