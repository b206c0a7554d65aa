/** Template sources of channels (server/inbox/rooms/templates.ts). */

import { findObstacle, type Template } from '#contract/chat/template.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { offerTemplates, type TemplateSource, type WhatsappNumber } from '../rooms/templates.ts'
import { type ChannelAdapter, channelOf } from './channel.ts'
import { isRefusal } from './graph.ts'

/** Milliseconds until a changed template is noticed. */
const cacheMs = 300_000
/** Ms between requests after a failure, or for an unknown template. */
const retryAfterMs = 15_000

interface CacheEntry {
  version: number
  list: readonly Template[] | null
  readAt: number
  failedAt: number
}

/** A caching source; concurrent callers share one request. `adapterOf` differs in tests only. */
export function createTemplateSource(
  platform: Platform,
  adapterOf: (platform: Platform, number: WhatsappNumber) => Pick<ChannelAdapter, 'templates'> = channelOf,
): TemplateSource {
  const known = new Map<number, CacheEntry>()
  const underWay = new Map<number, Promise<void>>()

  /** Other credentials invalidate a list. */
  function entryOf({ id, version }: WhatsappNumber): CacheEntry {
    const cached = known.get(id)
    return cached?.version === version ? cached : { version, list: null, readAt: 0, failedAt: 0 }
  }

  async function ask(number: WhatsappNumber): Promise<void> {
    const found = await adapterOf(platform, number).templates(number)
    const cached = entryOf(number)
    if (!isRefusal(found)) {
      known.set(number.id, { ...cached, list: found, readAt: Date.now() })
      return
    }
    platform.log.warn({ number: number.id, next: found.next }, 'templates were not read')
    known.set(number.id, { ...cached, failedAt: Date.now() })
  }

  return {
    async read(number, wanted) {
      const { list, readAt, failedAt } = entryOf(number)
      const isThere = !wanted || list?.some((template) => wanted(template) && !findObstacle(template))
      const lasts = list && isThere ? cacheMs : retryAfterMs
      const isFresh = readAt > failedAt && Date.now() - readAt < lasts
      if (isFresh || Date.now() - failedAt < retryAfterMs) return
      const asked = underWay.get(number.id) ?? ask(number).finally(() => underWay.delete(number.id))
      underWay.set(number.id, asked)
      await asked
    },
    cached(number) {
      const { list, readAt, failedAt } = entryOf(number)
      return list && { list, isCurrent: readAt > failedAt }
    },
    forget(number) {
      const cached = known.get(number)
      if (cached) known.set(number, { ...cached, readAt: 0, failedAt: 0 })
    },
  }
}

/** Called at start: registers both channels. */
export async function startTemplates(platform: Platform): Promise<void> {
  const source = createTemplateSource(platform)
  offerTemplates('cloud', source)
  offerTemplates('simulator', source)
}
