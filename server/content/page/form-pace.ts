/** Gives forms of public pages their turn (docs/product/forms.md#public-forms). */
import type { Platform } from '#server/platform/core/context.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { storedPace } from '#server/platform/limits/stored-pace.ts'

/** Of a network: a class behind one address is taken at once, a hall one after the other. The longest wait in seconds. */
const ofNetwork = { burst: 60, perMinute: 12, maxWait: 10 } as const
/** Of a page: nobody is refused for what others send. In seconds. */
const longestHold = 5

export interface Sent {
  /** Of the client. */
  address: string
  page: string
}

/**
 * Counts a form that passed validation, and holds it until its turn. Returns null when it may be taken, otherwise the seconds after which it
 * may be sent again. `perMinute`: forms of one page, as many of which at once have no wait.
 */
export function formPace(platform: Platform, name: string, perMinute: number): (sent: Sent) => Promise<number | null> {
  const byNetwork = storedPace(platform, 'form networks', ofNetwork)
  const byPage = storedPace(platform, name, { burst: perMinute, perMinute, maxWait: longestHold })
  return async ({ address, page }) => {
    const own = await byNetwork(networkOf(address))
    if (own.isRefused) return Math.ceil(own.seconds)
    const { seconds } = await byPage(page)
    const held = Math.max(own.seconds, Math.min(seconds, longestHold))
    if (held > 0) await new Promise((resolve) => setTimeout(resolve, held * 1_000))
    return null
  }
}
