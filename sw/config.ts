import { type KnownConfig, toConfig, unknownConfig } from '#console/data/outbox/wire/read-config.ts'

const cacheName = 'config'
const address = '/config.json'
const patience = 3_000

/** `/config.json` from the network within 3 s, else the last copy. A cache that is full or broken changes nothing of the former. */
export async function configFromNetwork(): Promise<Response> {
  const cache = await caches.open(cacheName).catch(() => null)
  try {
    const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(patience) })
    // With its body, which may stand still as well.
    const whole = new Response(await response.blob(), { status: response.status, headers: response.headers })
    if (whole.ok) await cache?.put(address, whole.clone()).catch(() => undefined)
    return whole
  } catch {
    return (await cache?.match(address)) ?? Response.error()
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
