/** Notes of the system: somebody's number, user id or security code changed (docs/product/identity.md#changes). */
import { toRecord } from '#contract/kit/field/guards.ts'
import type { InboundChange, InboundMessage, Party } from '../inbound/inbound.ts'
import type { OurNumber, Taken } from './context.ts'
import { note } from './seen.ts'
import { isBsuid, readBsuid, readPhone, readText, readTime } from './values.ts'

type Json = Readonly<Record<string, unknown>>

const nobody: Party = { phone: null, bsuid: null, parent: null, name: null }

/** Former and new user id as the text says them, at its end; names may say anything before. */
function changeOf(body: string): { previous: string; next: string } | null {
  const [previous, to, next, ...more] = body
    .slice(body.lastIndexOf(' changed from ') + ' changed from '.length)
    .trim()
    .split(' ')
  return previous && to === 'to' && next && !more.length && isBsuid(previous) && isBsuid(next) ? { previous, next } : null
}

function change(
  item: Json,
  number: OurNumber,
  provider_id: string,
  isNumber: boolean,
  before: InboundChange['before'],
  from: Partial<Party>,
): Taken[] | null {
  const next = { ...nobody, ...from }
  if (!(before.phone || before.bsuid) || !(next.phone || next.bsuid)) return null
  return [{ type: 'change', provider_id, number: number.id, at: readTime(item.timestamp), isNumber, before, from: next }]
}

const readers: Readonly<Record<string, (item: Json, system: Json, number: OurNumber, id: string) => Taken[] | null>> = {
  user_changed_number(item, system, number, id) {
    const before = { phone: readPhone(item.from), bsuid: readBsuid(system.previous_user_id) }
    const from = { phone: readPhone(system.wa_id), bsuid: readBsuid(system.user_id), parent: readBsuid(system.parent_user_id) }
    return change(item, number, id, true, before, from)
  },
  user_changed_user_id(item, system, number, id) {
    const bsuid = readBsuid(system.user_id)
    const named = changeOf(readText(system.body, 2_000))
    const previous = readBsuid(system.previous_user_id) ?? (named && named.next === bsuid ? named.previous : null)
    const before = { phone: readPhone(item.from), bsuid: previous }
    return change(item, number, id, false, before, { bsuid, parent: readBsuid(system.parent_user_id) })
  },
  customer_changed_number(item, system, number, id) {
    const before = { phone: readPhone(system.customer) ?? readPhone(item.from), bsuid: null }
    return change(item, number, id, true, before, { phone: readPhone(system.new_wa_id) ?? readPhone(system.wa_id) })
  },
  customer_identity_changed(item, system, number, id) {
    const phone = readPhone(system.customer) ?? readPhone(item.from)
    const bsuid = readBsuid(system.user_id) ?? readBsuid(item.from_user_id)
    if (!phone && !bsuid) return null
    const message: InboundMessage = {
      type: 'message',
      provider_id: id,
      number: number.id,
      from: { ...nobody, phone, bsuid },
      at: readTime(item.timestamp),
      media: null,
      reply_to: null,
      isUnread: false,
      opensWindow: false,
      makesRoom: false,
      ...note('The security code of the customer changed', 'securityCode', {}),
    }
    return [message]
  },
}

export const systemTypes: readonly string[] = Object.keys(readers)

/** What a system message changes; null if it says nothing that can be done. */
export function readChange(item: Json, number: OurNumber, id: string): Taken[] | null {
  const system = toRecord(item.system)
  const type = readText(system.type, 40)
  return Object.hasOwn(readers, type) ? (readers[type]?.(item, system, number, id) ?? null) : null
}

/** The withdrawn field `user_id_update`: as the system message of a changed user id. */
export function readUserId(item: unknown, number: OurNumber): Taken[] | null {
  const { wa_id, user_id, parent_user_id, timestamp } = toRecord(item)
  const { previous, current } = toRecord(user_id)
  const bsuid = readBsuid(current)
  const before = { phone: readPhone(wa_id), bsuid: readBsuid(previous) }
  return change({ timestamp }, number, `user_id:${before.bsuid ?? before.phone}:${bsuid}`, false, before, {
    bsuid,
    parent: readBsuid(toRecord(parent_user_id).current),
  })
}
