/**
 * Code that is no part of the shell: a device that used it once with a network has it without one. It is the reader of QR codes, which
 * many browsers have built in, and a door needs the network once anyway.
 */
const cacheName = 'code-on-demand'

export function isCodeOnDemand({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean {
  return sameOrigin && /^\/assets\/decode-[\w-]+\.js$/.test(url.pathname)
}

/** Returns the cached copy, or fetches and caches one. Its name has a hash of its content, so another name is another version. */
export async function cachedCode({ request }: { request: Request }): Promise<Response> {
  const cache = await caches.open(cacheName).catch(() => null)
  if (!cache) return fetch(request)
  const cached = await cache.match(request.url)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') {
    const former = await cache.keys()
    const stored = cache.put(request.url, response.clone()).then(() => Promise.all(former.map((key) => cache.delete(key))))
    // It serves this once where there is no room.
    await stored.catch(() => undefined)
  }
  return response
}
