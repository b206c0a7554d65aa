/** Where the templates of each channel come from (server/chat/templates.ts). */
import type { Platform } from '#server/platform/context.ts'
import { offerTemplates, type Template, type TemplateSource, type WhatsappNumber } from '../templates.ts'
import { type ChannelAdapter, channelOf } from './channel.ts'
import { isRefusal } from './graph.ts'

/** A template that was approved, or withdrawn, is known here after so long. */
const heldFor = 300_000
/** After a failure, or for one that is not among them, it is asked again soon, and not for every message. */
const askedAgainAfter = 15_000

interface Held {
  version: number
  list: readonly Template[] | null
  readAt: number
  failedAt: number
}

/** One that holds what it read; whoever asks meanwhile waits for the same answer. `adapterOf` is another in tests alone. */
export function createTemplateSource(
  platform: Platform,
  adapterOf: (platform: Platform, number: WhatsappNumber) => Pick<ChannelAdapter, 'templates'> = channelOf,
): TemplateSource {
  const known = new Map<number, Held>()
  const underWay = new Map<number, Promise<void>>()

  /** What was read with other credentials says nothing of these. */
  function heldOf({ id, version }: WhatsappNumber): Held {
    const held = known.get(id)
    return held?.version === version ? held : { version, list: null, readAt: 0, failedAt: 0 }
  }

  async function ask(number: WhatsappNumber): Promise<void> {
    const found = await adapterOf(platform, number).templates(number)
    const held = heldOf(number)
    if (!isRefusal(found)) {
      known.set(number.id, { ...held, list: found, readAt: Date.now() })
      return
    }
    platform.log.warn({ number: number.id, next: found.next }, 'templates were not read')
    known.set(number.id, { ...held, failedAt: Date.now() })
  }

  return {
    async read(number, wanted) {
      const { list, readAt, failedAt } = heldOf(number)
      const lasts = list && (!wanted || list.some(wanted)) ? heldFor : askedAgainAfter
      const isHeld = readAt > failedAt && Date.now() - readAt < lasts
      if (isHeld || Date.now() - failedAt < askedAgainAfter) return
      const asked = underWay.get(number.id) ?? ask(number).finally(() => underWay.delete(number.id))
      underWay.set(number.id, asked)
      await asked
    },
    held(number) {
      const { list, readAt, failedAt } = heldOf(number)
      return list && { list, isCurrent: readAt > failedAt }
    },
  }
}

/** At the start: both channels offer what they have. */
export async function startTemplates(platform: Platform): Promise<void> {
  const source = createTemplateSource(platform)
  offerTemplates('cloud', source)
  offerTemplates('simulator', source)
}
