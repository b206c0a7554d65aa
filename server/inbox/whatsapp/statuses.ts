/** States of our messages (docs/product/chat.md#states-of-messages). */
import { failureText } from '#contract/chat/send-errors.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { HeldChip } from '#contract/parts/message-fields.ts'
import type { InboundStatus, Party } from '../inbound/inbound.ts'
import { type Context, type OurNumber, raw, type Taken } from './context.ts'
import { errorCode } from './seen.ts'
import { readId, readList, readText, readTime } from './values.ts'

type Json = Readonly<Record<string, unknown>>

/** What WhatsApp took and holds back, as it says in its answer to a message and in states. */
export const heldStates: Readonly<Record<string, HeldChip>> = { held_for_quality_assessment: 'heldForCheck', paused: 'heldByPause' }

/** A voice note that was heard was read. */
const states: Readonly<Record<string, InboundStatus['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
  held_for_quality_assessment: 'queued',
  paused: 'queued',
}

export const stateNames: readonly string[] = Object.keys(states)

export interface TakenStatus extends InboundStatus {
  /** Our ref, if it was sent with one. */
  ref: string | null
}

/** The person stopped promotions: the provider refuses them from now on. */
const stoppedPromotions = 131_050

/** The provider's words with their code. */
function failureOf(item: Json): string {
  const error = toRecord(readList(item.errors, 1)[0])
  // Before v16.0 the details stood beside the code.
  const details = readText(toRecord(error.error_data).details, 1_000) || readText(error.details, 1_000)
  const words = details || readText(error.message, 1_000) || readText(error.title, 1_000)
  const code = errorCode(item)
  return words || code !== null ? failureText(words, code) : 'The WhatsApp Cloud API gave no reason'
}

function pricingOf({ pricing }: Json): InboundStatus['pricing'] {
  const { billable, pricing_model, type, category } = toRecord(pricing)
  const known = { pricing_model, type, category }
  const values = Object.entries(known)
    .map(([name, value]) => [name, readText(value, 60)] as const)
    .filter(([, text]) => text)
  if (!values.length) return undefined
  return { ...(typeof billable === 'boolean' && { billable }), ...Object.fromEntries(values) }
}

function receiver({ findParty }: Context, item: Json): Party | null {
  return findParty({
    phone: item.recipient_id,
    bsuid: item.recipient_user_id,
    parent: item.recipient_parent_user_id ?? item.parent_recipient_user_id,
  })
}

export function readStatus(context: Context, number: OurNumber, item: unknown): readonly Taken[] {
  const kept = (kind: string, outcome: Parameters<typeof raw>[2]) => [raw(context, kind, outcome, { list: 'statuses', item })]
  if (!isRecord(item)) return kept('nothing', 'malformed')
  const state = readText(item.status, 40)
  const id = readId(item.id)
  if (!id) return kept(state || 'nothing', 'malformed')
  if (item.recipient_type === 'group') return kept('group status', 'logged')
  const status = Object.hasOwn(states, state) ? states[state] : undefined
  if (!status) return kept(state || 'nothing', state === 'deleted' || state === 'warning' ? 'logged' : 'unknown')
  const from = receiver(context, item)
  const pricing = pricingOf(item)
  const at = readTime(item.timestamp)
  const taken: TakenStatus = {
    type: 'status',
    number: number.id,
    provider_id: id,
    status,
    failure: status === 'failed' ? failureOf(item) : null,
    at,
    ref: readText(item.biz_opaque_callback_data, 100) || null,
    kept: () => raw(context, state, 'logged', { list: 'statuses', item }),
    ...(from && { from }),
    ...(Object.hasOwn(heldStates, state) && { held: heldStates[state] }),
    ...(state === 'played' && { isPlayed: true }),
    ...(pricing && { pricing }),
  }
  const isStopped = status === 'failed' && errorCode(item) === stoppedPromotions && from
  return [taken, ...(isStopped ? [{ type: 'preference', number: number.id, from, isStopped: true, at } as const] : [])]
}
