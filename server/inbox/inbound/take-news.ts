/** What a channel tells of a person, and raw items. */
import { audienceOf, roomsArea } from '#server/people/chat-feed.ts'
import { changeIds } from '../identity/change-ids.ts'
import { cleanName } from '../rooms/text.ts'
import { type Batch, findAuthor } from './batch.ts'
import type { InboundChange, InboundIdle, InboundName, InboundPreference, InboundRaw } from './inbound.ts'
import { isWhole, momentOf } from './message-now.ts'
import { setPreference } from './preferences.ts'
import { storeRaws } from './raw-items.ts'

export async function takeChange(batch: Batch, item: InboundChange): Promise<void> {
  const isDone = isWhole(batch.known.get(item.provider_id)) || (await changeIds(batch, { ...item, at: momentOf(item.at) })) !== null
  if (isDone) batch.waiting.delete(item.provider_id)
  else wait(batch, item)
}

/** A change of somebody who is not here yet: by user id, else by phone. */
export function wait({ waiting }: Batch, { provider_id, before }: InboundChange): void {
  waiting.set(provider_id, before.bsuid ?? before.phone ?? '')
}

/** Changes that wait for people who came now; one may make the next one possible. */
export async function followChanges(batch: Batch, changes: readonly InboundChange[]): Promise<void> {
  const open = changes.filter(({ provider_id }) => batch.waiting.has(provider_id))
  for (let left = open, isNew = true; isNew && left.length; ) {
    for (const change of left) await takeChange(batch, change)
    const still = left.filter(({ provider_id }) => batch.waiting.has(provider_id))
    isNew = still.length < left.length
    left = still
  }
}

export function takeIdle(batch: Batch, { number, customer_phone }: InboundIdle): void {
  const identity = batch.book.current(number, 'phone', customer_phone)
  if (!identity) {
    batch.unknown += 1
    return
  }
  const into = batch.roomOf(identity)
  if (into.is_idle) return
  into.is_idle = true
  batch.touched.add(into)
  batch.addChange(roomsArea, into.ref, false, { ...audienceOf(into), idle: true })
}

export async function takePreference(batch: Batch, item: InboundPreference): Promise<void> {
  const { number, from } = item
  const identity = batch.book.current(number, 'bsuid', from.bsuid) ?? batch.book.current(number, 'phone', from.phone)
  if (!(await setPreference(batch.tx, { ...item, at: momentOf(item.at), ids: identity ? batch.book.of(identity.room) : [] }))) return
  const found = await findAuthor(batch, item, { isAuthor: false, makesRoom: false })
  if (!found) return
  if (item.isStopped) batch.addNote(found.room, { of: 'optOut', values: {} }, 'Stopped promotions in WhatsApp', item.at)
  else batch.addNote(found.room, { of: 'optIn', values: {} }, 'Takes promotions again', item.at)
}

export async function takeName(batch: Batch, item: InboundName): Promise<void> {
  const found = await findAuthor(batch, item, { isAuthor: false, makesRoom: false })
  const name = cleanName(item.from.name)
  if (!found || name === null || found.room.customer_name !== null || found.room.contact_name !== null) return
  found.room.customer_name = name
  batch.touch(found.room)
}

/** Raw items, after the changes that say which of them wait. */
export function takeRaws(batch: Batch, items: readonly InboundRaw[]): Promise<void> {
  const kept = [...items, ...batch.unused].map((item) => {
    const target = item.about === undefined ? undefined : batch.waiting.get(item.about)
    return target === undefined ? { ...item, target: null } : { ...item, outcome: 'waiting' as const, target }
  })
  return storeRaws(batch.platform.database, batch.tx, kept)
}
