/** Numbers that are also in the WhatsApp Business app: what is written there, and what was before (docs/product/whatsapp.md#the-business-app). */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { MessageChip } from '#server/db/tables/chat.ts'
import type { Party } from '../inbound/inbound.ts'
import { type Context, type Field, isOwn, type OurNumber, raw, type Taken, type TakenMessage } from './context.ts'
import { isMark, readMark } from './marks.ts'
import { isOfGroup, takeMessage } from './messages.ts'
import { readUsername } from './party.ts'
import { line } from './seen.ts'
import { readBsuid, readId, readList, readPast, readPhone, readText, readTime } from './values.ts'

type Json = Readonly<Record<string, unknown>>
type Kept = (kind: string, outcome: Parameters<typeof raw>[2]) => Taken[]

const maxItems = 20_000

const fromPhone: MessageChip = { chip: 'fromPhone' }
const phoneHistory: MessageChip = { chip: 'phoneHistory' }

const receiverOf = ({ findParty }: Context, item: Json) =>
  findParty({ phone: item.to, bsuid: item.to_user_id, parent: item.to_parent_user_id })
const senderOf = ({ findParty }: Context, item: Json) =>
  findParty({ phone: item.from, bsuid: item.from_user_id, parent: item.from_parent_user_id })

/** A message of ours or theirs that was not sent from here: it opens nothing and nobody is told of it. */
function quiet(message: TakenMessage, origin: 'phone' | 'history', isOurs: boolean): TakenMessage {
  const chips = [...(message.chips ?? []), origin === 'phone' ? fromPhone : phoneHistory]
  return { ...message, origin, isOurs, chips, isUnread: false, opensWindow: false }
}

/** A list of a value by a function that gets each record with an id, and keeps the rest as received. */
function each(context: Context, list: string, take: (item: Json, id: string, kept: Kept) => readonly Taken[]): readonly Taken[] {
  return readList(context.value[list], maxItems).flatMap((item) => {
    const kept: Kept = (kind, outcome) => [raw(context, kind, outcome, { list, item })]
    const id = isRecord(item) ? readId(item.id) : ''
    return isRecord(item) && id ? take(item, id, kept) : kept('nothing', 'malformed')
  })
}

const typeOf = (item: Json) => readText(item.type, 40) || 'nothing'

function takeEchoes(context: Context, number: OurNumber): readonly Taken[] {
  return each(context, 'message_echoes', (item, id, kept) => {
    const type = typeOf(item)
    if (isOfGroup(item)) return kept('group', 'logged')
    const to = receiverOf(context, item)
    if (!to) return kept(type, 'malformed')
    if (type === 'system') return kept(type, 'logged')
    if (isMark(type)) {
      const mark = readMark(context, 'message_echoes', item, number, to, id, 'us')
      if (mark) return [mark]
    }
    const { message, isStandIn } = takeMessage(item, number, to, id)
    return [quiet(message, 'phone', true), ...(isStandIn ? kept(type, 'unknown') : [])]
  })
}

/** A line of a thread, or the file of one that came before without it. */
function takeOld(item: Json, id: string, number: OurNumber, party: Party, isOurs: boolean, kept: Kept): readonly Taken[] {
  const type = typeOf(item)
  if (isMark(type) || type === 'system' || isOfGroup(item)) return kept(type, 'logged')
  if (type !== 'media_placeholder') return [quiet(takeMessage(item, number, party, id).message, 'history', isOurs)]
  const shown = line('[file, not yet passed on]', { details: { type: 'unreadable', what: 'media_placeholder', code: null } })
  if (!shown) return []
  const message = { type: 'message', provider_id: id, number: number.id, from: party, at: readTime(item.timestamp), media: null } as const
  return [quiet({ ...message, reply_to: null, ...shown, isStandIn: true }, 'history', isOurs)]
}

function takeThread(context: Context, number: OurNumber, thread: unknown): readonly Taken[] {
  if (!isRecord(thread) || !Array.isArray(thread.messages))
    return [raw(context, 'thread', 'malformed', { list: 'history', item: { threads: [thread] } })]
  const { wa_id, user_id, parent_user_id, username } = toRecord(thread.context)
  const phone = readPhone(wa_id) ?? readPhone(thread.id)
  const bsuid = readBsuid(user_id)
  const party: Party = {
    ...{ phone, bsuid, parent: readBsuid(parent_user_id), name: null },
    ...(readUsername(username) && { username: readUsername(username) }),
  }
  const inThread = { ...context, value: { ...context.value, messages: thread.messages } }
  return each(inThread, 'messages', (item, id, kept) => {
    if (!phone && !bsuid) return kept(typeOf(item), 'malformed')
    return takeOld(item, id, number, party, isOwn(number, context.value, item.from), kept)
  })
}

const notShared = 2_593_109

/** Threads, an error, or nothing but how far the history is. */
function takeChunk(context: Context, number: OurNumber, chunk: unknown): readonly Taken[] {
  const kept = (kind: string, outcome: Parameters<typeof raw>[2]) => [raw(context, kind, outcome, { list: 'history', item: chunk })]
  const { threads, errors, metadata } = toRecord(chunk)
  if (Array.isArray(threads)) return threads.flatMap((thread: unknown) => takeThread(context, number, thread))
  if (readList(errors, 5).some((error) => Number(toRecord(error).code) === notShared)) {
    const state = { number: number.id, kind: 'history', subject: '', value: { isShared: false }, at: readPast(context.time) }
    return [raw(context, 'history', 'state', { states: [state] })]
  }
  return Array.isArray(errors) ? kept('errors', 'unknown') : kept('chunk', isRecord(metadata) ? 'logged' : 'malformed')
}

function takeHistory(context: Context, number: OurNumber): readonly Taken[] {
  return [
    ...readList(context.value.history, maxItems).flatMap((chunk) => takeChunk(context, number, chunk)),
    ...each(context, 'messages', (item, id, kept) => {
      const from = senderOf(context, item)
      return from ? takeOld(item, id, number, from, false, kept) : kept(typeOf(item), 'malformed')
    }),
    ...each(context, 'message_echoes', (item, id, kept) => {
      const to = receiverOf(context, item)
      return to ? takeOld(item, id, number, to, true, kept) : kept(typeOf(item), 'malformed')
    }),
  ]
}

/** Names of the phone's contact book. A removed one changes nothing. */
function takeContactBook(context: Context, number: OurNumber): readonly Taken[] {
  return readList(context.value.state_sync, maxItems).flatMap((item): readonly Taken[] => {
    const { type, action, contact, metadata } = toRecord(item)
    const { full_name, first_name, phone_number, user_id, parent_user_id, username } = toRecord(contact)
    const [phone, bsuid] = [readPhone(phone_number), readBsuid(user_id)]
    const name = readText(full_name, 1_000) || readText(first_name, 1_000)
    const isName = type === 'contact' && action === 'add' && name && (phone || bsuid)
    if (!isName) return [raw(context, readText(type, 40) || 'nothing', 'logged', { list: 'state_sync', item })]
    const known = readUsername(username)
    const from: Party = { phone, bsuid, parent: readBsuid(parent_user_id), name, ...(known && { username: known }) }
    return [{ type: 'name', number: number.id, from, at: readTime(toRecord(metadata).timestamp) }]
  })
}

export const echoes: Field = { lists: ['message_echoes'], take: takeEchoes }
export const history: Field = { lists: ['history', 'messages', 'message_echoes'], take: takeHistory }
export const contactBook: Field = { lists: ['state_sync'], take: takeContactBook }
