/** Where the templates of each channel come from (server/chat/templates.ts). */
import type { Platform } from '#server/platform/context.ts'
import { offerTemplates, type Template, type WhatsappNumber } from '../templates.ts'
import { channelOf } from './channel.ts'
import { isRefusal } from './graph.ts'

/** A template that was approved, or withdrawn, is known here after so long. */
const heldFor = 300_000

/** At the start: both channels offer what they have. Those of the Cloud API are held, because a message is written in a transaction. */
export async function startTemplates(platform: Platform): Promise<void> {
  const held = new Map<string, { list: readonly Template[]; until: number }>()
  const source = async (number: WhatsappNumber): Promise<readonly Template[]> => {
    const key = `${number.id} ${number.version}`
    const known = held.get(key)
    if (known && known.until > Date.now()) return known.list
    const found = await channelOf(platform, number).templates(number)
    if (isRefusal(found)) platform.log.warn({ number: number.id, next: found.next }, 'templates were not read')
    const list = isRefusal(found) ? (known?.list ?? []) : found
    // After a failure it is asked again soon, and not for every message.
    held.set(key, { list, until: Date.now() + (isRefusal(found) ? heldFor / 20 : heldFor) })
    return list
  }
  offerTemplates('cloud', source)
  offerTemplates('simulator', source)
}
