/** The field `messages`: what customers write and do, and states of our messages (docs/product/whatsapp.md#kinds-of-messages). */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { MessageChip } from '#server/db/tables/chat.ts'
import type { InboundMessage, Party } from '../inbound/inbound.ts'
import { type Context, type Field, type OurNumber, raw, type Taken, type TakenMessage } from './context.ts'
import { readKind } from './kinds.ts'
import { isMark, readMark } from './marks.ts'
import { errorCode, lostMessage } from './seen.ts'
import { readStatus } from './statuses.ts'
import { readChange } from './system.ts'
import { readId, readList, readText, readTime, readUrl } from './values.ts'

type Json = Readonly<Record<string, unknown>>

/** Items of a list in one value. */
const maxItems = 20_000

/** Chips and quote of a message's context; `id` may be missing. */
function readReply({ context }: Json): { reply_to: string | null; chips: MessageChip[] } {
  const { id, forwarded, frequently_forwarded, referred_product } = toRecord(context)
  const product = readText(toRecord(referred_product).product_retailer_id, 300)
  return {
    reply_to: readId(id) || null,
    chips: [
      ...(frequently_forwarded === true
        ? [{ chip: 'forwardedOften' } as const]
        : forwarded === true
          ? [{ chip: 'forwarded' } as const]
          : []),
      ...(product ? [{ chip: 'product', text: product } as const] : []),
    ],
  }
}

const referralKeys = [
  'source_url',
  'source_id',
  'source_type',
  'headline',
  'body',
  'media_type',
  'image_url',
  'video_url',
  'thumbnail_url',
  'ctwa_clid',
  'ref',
] as const

/** The advertisement or post that a chat began with. */
function readReferral({ referral }: Json): { chips: MessageChip[]; referral?: Record<string, string> } {
  if (!isRecord(referral)) return { chips: [] }
  const texts = referralKeys.map((key) => [key, readText(referral[key], 2_000)] as const)
  const welcome = readText(toRecord(referral.welcome_message).text, 2_000)
  const values = Object.fromEntries([...texts, ['welcome', welcome] as const].filter(([, text]) => text))
  if (!Object.keys(values).length) return { chips: [] }
  const url = readUrl(referral.source_url)
  const headline = readText(referral.headline, 300) || readText(referral.body, 300)
  return { chips: [{ chip: 'ad', text: headline, ...(url && { url }) }], referral: values }
}

/** A message as it is stored; of `from`, or written to them. */
export function takeMessage(
  item: Json,
  number: OurNumber,
  from: Party,
  provider_id: string,
): { message: TakenMessage; keepsRaw: boolean; isStandIn: boolean } {
  const { file, chips = [], keepsRaw = false, isStandIn = false, ...seen } = readKind(item)
  const reply = readReply(item)
  const ad = readReferral(item)
  const all = [...reply.chips, ...chips, ...ad.chips]
  const message: TakenMessage = {
    type: 'message',
    provider_id,
    number: number.id,
    from,
    at: readTime(item.timestamp),
    media: null,
    reply_to: reply.reply_to,
    ...seen,
    ...(all.length && { chips: all }),
    ...(ad.referral && { referral: ad.referral }),
    ...(file && { file }),
    ...(isStandIn && { isStandIn }),
  }
  return { message, keepsRaw, isStandIn }
}

/** Groups are no customers: nothing of them enters the room of the person who wrote there. */
export const isOfGroup = ({ group_id }: Json): boolean => (group_id ?? '') !== ''

function takeItem(context: Context, number: OurNumber, item: unknown): readonly Taken[] {
  const kept = (kind: string, outcome: Parameters<typeof raw>[2]) => [raw(context, kind, outcome, { list: 'messages', item })]
  if (!isRecord(item)) return kept('nothing', 'malformed')
  const type = readText(item.type, 40) || 'nothing'
  const id = readId(item.id)
  if (!id) return kept(type, 'malformed')
  if (isOfGroup(item)) return kept('group', 'logged')
  if (type === 'system') {
    const change = readChange(item, number, id)
    return change ? [...change, ...kept(type, 'room')] : kept(type, 'logged')
  }
  const from = context.findParty({ phone: item.from, bsuid: item.from_user_id, parent: item.from_parent_user_id })
  if (!from) return kept(type, 'malformed')
  if (isMark(type)) {
    const mark = readMark(context, 'messages', item, number, from, id, 'customer')
    if (mark) return [mark]
  }
  const { message, keepsRaw, isStandIn } = takeMessage(item, number, from, id)
  return [message, ...(keepsRaw ? kept(type, isStandIn ? 'unknown' : 'room') : [])]
}

/** What WhatsApp could not pass on at all: a line for the only person that the value names. */
function takeErrors(context: Context, number: OurNumber): readonly Taken[] {
  const { value } = context
  const [error] = readList(value.errors, 1)
  if (error === undefined) return []
  const isUsable = [value.messages, value.statuses].some((list) => readList(list, maxItems).some((item) => readId(toRecord(item).id)))
  if (isUsable) return readList(value.errors, maxItems).map((item) => raw(context, 'errors', 'logged', { list: 'errors', item }))
  const [contact] = readList(value.contacts, 2)
  const from = context.findParty({ phone: toRecord(contact).wa_id, bsuid: toRecord(contact).user_id, parent: undefined })
  const kept = raw(context, 'errors', from ? 'room' : 'unknown')
  if (!from) return [kept]
  const message: InboundMessage = {
    type: 'message',
    provider_id: `errors:${kept.hash}`,
    number: number.id,
    from,
    at: readTime(toRecord(error).timestamp),
    media: null,
    reply_to: null,
    ...lostMessage(errorCode(value)),
  }
  return [message, kept]
}

function take(context: Context, number: OurNumber): readonly Taken[] {
  const { value } = context
  const list = readList(value.messages, maxItems)
  const clicks = readList(value.user_actions, maxItems)
  return [
    ...list.flatMap((item) => takeItem(context, number, item)),
    ...takeErrors(context, number),
    ...readList(value.statuses, maxItems).flatMap((item) => readStatus(context, number, item)),
    ...clicks.map((item) => raw(context, 'user_actions', 'logged', { list: 'user_actions', item })),
  ]
}

export const messages: Field = { lists: ['messages', 'statuses', 'errors', 'user_actions'], take }
