/** The field `calls`: nobody speaks here, so people see that somebody calls, and what became of it (docs/product/whatsapp.md#calls-by-voice). */
import { isRecord } from '#contract/kit/field/guards.ts'
import { toWibInput } from '#contract/lib/wib.ts'
import type { InboundMessage } from '../inbound/inbound.ts'
import { type Context, type Field, type OurNumber, raw, type Taken } from './context.ts'
import { note } from './seen.ts'
import { readId, readList, readText, readTime } from './values.ts'

type Json = Readonly<Record<string, unknown>>

const maxItems = 20_000

const seconds = (value: unknown) => {
  const text = readText(value, 20)
  return /^\d{1,11}$/.test(text) ? Number(text) : null
}

/** '3:58' */
const duration = (length: number) => `${Math.floor(length / 60)}:${String(length % 60).padStart(2, '0')}`

const silent = { isUnread: false, opensWindow: false } as const

type Shown = Omit<InboundMessage, 'type' | 'number' | 'from' | 'at' | 'media' | 'reply_to'>

/** What a call's event shows; null for one that says nothing here. */
function showCall(call: Json, id: string): Shown | null {
  const isOurs = call.direction === 'BUSINESS_INITIATED'
  const [start, end] = [seconds(call.start_time), seconds(call.end_time)]
  const length = seconds(call.duration) ?? (start !== null && end !== null ? Math.max(0, end - start) : 0)
  if (call.event === 'connect')
    return isOurs
      ? { provider_id: `${id}#connect`, ...silent, makesRoom: false, ...note('We call', 'callOther', { what: 'connect' }) }
      : { provider_id: `${id}#connect`, isUnread: false, isUrgent: true, ...note('The customer calls now', 'callNow', {}) }
  if (call.event !== 'terminate') return null
  if (start !== null)
    return {
      provider_id: id,
      isUnread: false,
      opensWindow: !isOurs,
      begun: `${id}#connect`,
      ...note(`Call, ${duration(length)}`, 'callAnswered', { seconds: length }),
    }
  if (isOurs)
    return {
      provider_id: id,
      ...silent,
      makesRoom: false,
      ...note('The customer did not answer our call', 'callOther', { what: 'missed' }),
    }
  const content = `Missed call ${toWibInput(readTime(call.timestamp)).slice(11, 16)}`
  return { provider_id: id, kind: 'text', content, details: { type: 'call', state: 'missed' }, begun: `${id}#connect` }
}

function takeCall(context: Context, number: OurNumber, item: unknown): readonly Taken[] {
  const kept = (kind: string, outcome: Parameters<typeof raw>[2]) => [raw(context, kind, outcome, { list: 'calls', item })]
  if (!isRecord(item)) return kept('nothing', 'malformed')
  const id = readId(item.id)
  const event = readText(item.event, 40) || 'nothing'
  const isOurs = item.direction === 'BUSINESS_INITIATED'
  const from = context.findParty(
    isOurs
      ? { phone: item.to, bsuid: item.to_user_id, parent: item.to_parent_user_id }
      : { phone: item.from, bsuid: item.from_user_id, parent: item.from_parent_user_id },
  )
  if (!id || !from) return kept(event, 'malformed')
  const shown = showCall(item, id)
  if (!shown) return kept(event, 'logged')
  const unseen = shown.makesRoom === false ? { kept: () => raw(context, event, 'logged', { list: 'calls', item }) } : {}
  return [{ type: 'message', number: number.id, from, at: readTime(item.timestamp), media: null, reply_to: null, ...shown, ...unseen }]
}

/** Ringing, accepted, rejected. */
function takeStatus(context: Context, number: OurNumber, item: unknown): readonly Taken[] {
  const status = isRecord(item) ? readText(item.status, 40).toUpperCase() : ''
  const id = isRecord(item) ? readId(item.id) : ''
  const from =
    isRecord(item) && context.findParty({ phone: item.recipient_id, bsuid: item.recipient_user_id, parent: item.recipient_parent_user_id })
  if (!id || !from || !['RINGING', 'ACCEPTED', 'REJECTED'].includes(status))
    return [raw(context, status || 'nothing', id && status ? 'logged' : 'malformed', { list: 'statuses', item })]
  const words = { RINGING: 'The phone of the customer rings', ACCEPTED: 'The customer answered our call' }
  const content = status === 'RINGING' || status === 'ACCEPTED' ? words[status] : 'The customer declined our call'
  return [
    {
      type: 'message',
      provider_id: `${id}#${status}`,
      number: number.id,
      from,
      at: readTime(isRecord(item) ? item.timestamp : undefined),
      media: null,
      reply_to: null,
      makesRoom: false,
      kept: () => raw(context, status, 'logged', { list: 'statuses', item }),
      ...silent,
      ...note(content, 'callOther', { what: status.toLowerCase() }),
    },
  ]
}

function take(context: Context, number: OurNumber): readonly Taken[] {
  const { calls, statuses, errors } = context.value
  return [
    ...readList(calls, maxItems).flatMap((item) => takeCall(context, number, item)),
    ...readList(statuses, maxItems).flatMap((item) => takeStatus(context, number, item)),
    ...readList(errors, maxItems).map((item) => raw(context, 'errors', 'logged', { list: 'errors', item })),
  ]
}

export const calls: Field = { lists: ['calls', 'statuses', 'errors'], take }
