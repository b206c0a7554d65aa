/** The code of this version on the device, and that of the one before it, which open pages may still load (docs/offline.md#a-part-that-is-missing). */
import { PrecacheController } from 'workbox-precaching'
import { pictures } from './pictures.ts'
import { scope } from './scope.ts'

export const shell = new PrecacheController()

/** Which entries the version in use has; the one after it reads them as the former version's. */
const listName = 'shell-list'
const listAddress = '/shell-list.json'
/** A version with the one before it, and its pieces while they arrive. */
const roomForVersion = 15_000_000
const maxFileMs = 30_000

const openShell = () => caches.open(shell.strategy.cacheName)

/** A whole file of ours: the page of a captive portal is none, whatever its status says. */
const isFile = (response: Response) =>
  response.ok && response.type === 'basic' && !response.headers.get('Content-Type')?.startsWith('text/html')

/** Returns the cached copy of a file of this version or, where its name has a hash, of the former one. A broken cache has none. */
export async function findCached(url: string): Promise<Response | undefined> {
  return openShell()
    .then((cache) => cache.match(shell.getCacheKeyForURL(url) ?? url))
    .catch(() => undefined)
}

async function store(key: string, response: Response): Promise<void> {
  await openShell()
    .then((cache) => cache.put(key, response))
    .catch(() => undefined)
}

/** Code: cached, else from the network; what this version misses is stored again. */
export async function cachedAsset({ request }: { request: Request }): Promise<Response> {
  const cached = await findCached(request.url)
  if (cached) return cached
  const response = await fetch(request)
  const key = shell.getCacheKeyForURL(request.url)
  if (key && isFile(response)) await store(key, response.clone())
  return response
}

/** The page of this version: its scripts are those of this version. */
async function isOwnPage(response: Response): Promise<boolean> {
  const scripts = [...(await response.text()).matchAll(/<script type="module"[^>]* src="([^"]+)"/g)]
  return scripts.length > 0 && scripts.every(([, source = '']) => shell.getCacheKeyForURL(source))
}

let isRepairing = false

/** Fetches what is missing of this version, as far as the server still has it. Never rejects. */
export async function repairShell(): Promise<void> {
  if (isRepairing) return
  isRepairing = true
  try {
    const stored = new Set((await (await openShell()).keys()).map(({ url }) => url))
    for (const [url, key] of shell.getURLsToCacheKeys()) {
      if (stored.has(key)) continue
      const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(maxFileMs) })
      const isWhole = url.endsWith('/index.html') ? response.ok && (await isOwnPage(response.clone())) : isFile(response)
      if (isWhole) await store(key, response)
    }
  } catch {
    // Without a network, or with a broken cache, the next page tries again.
  } finally {
    isRepairing = false
  }
}

/** Pictures go before a new version that has no room. */
async function makeRoom(): Promise<void> {
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = await scope.navigator.storage.estimate()
  if (quota - usage < roomForVersion) await caches.delete(pictures)
}

export async function installShell(event: ExtendableEvent): Promise<void> {
  await makeRoom().catch(() => undefined)
  await shell.install(event)
}

/** Deletes what neither this version nor the one before it has; the library's own way would take the code of open pages away. */
export async function keepTwoVersions(): Promise<void> {
  const [cache, lists] = await Promise.all([openShell(), caches.open(listName)])
  const own = [...shell.getURLsToCacheKeys().values()]
  const former: string[] | undefined = await (await lists.match(listAddress))?.json()
  const kept = new Set([...own, ...(former ?? [])])
  // Versions before this one left no list: all that they had is the former version's.
  for (const { url } of former ? await cache.keys() : []) if (!kept.has(url)) await cache.delete(url)
  await lists.put(listAddress, Response.json(own))
}
