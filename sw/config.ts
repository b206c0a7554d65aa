import { type KnownConfig, toConfig, unknownConfig } from '#console/data/outbox/wire/read-config.ts'

const cacheName = 'config'
const address = '/config.json'
const patience = 3_000

/** `/config.json` from the network within 3 s, else the last copy. */
export async function configFromNetwork(): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(patience) })
    if (response.ok) await cache.put(address, response.clone())
    return response
  } catch {
    return (await cache.match(address)) ?? Response.error()
  }
}

/** What a drain needs to know of it; the defaults when there has never been a copy. */
export async function readConfig(): Promise<KnownConfig> {
  try {
    const response = await configFromNetwork()
    return toConfig(await response.json()) ?? unknownConfig
  } catch {
    return unknownConfig
  }
}
