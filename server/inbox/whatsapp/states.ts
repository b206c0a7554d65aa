/** Fields of accounts, numbers and templates: each is the latest state of what it is about (docs/product/whatsapp.md#states). */
import type { ChannelAlert } from '#contract/chat/channel-alerts.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { ChannelState } from '../inbound/inbound.ts'
import { type AccountField, type Context, raw } from './context.ts'
import { readList, readMoment, readPast, readText } from './values.ts'

type Json = Readonly<Record<string, unknown>>

interface State extends Pick<ChannelState, 'kind'> {
  subject?: string
  value: Record<string, unknown>
  /** What those who may set up WhatsApp have to know (contract/chat/channel-alerts.ts). */
  alert?: ChannelAlert | undefined
  isOfNumber?: boolean
}

const short = (value: unknown) => readText(value, 300)

/** Named texts and numbers of a value. */
const take = (value: Json, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, short(value[name])] as const).filter(([, text]) => text))

const templateOf = (value: Json) => `${short(value.message_template_name)} ${short(value.message_template_language)}`

/** A word that WhatsApp sends is no name of anything else. */
const find = (table: Readonly<Record<string, ChannelAlert>>, word: string) => (Object.hasOwn(table, word) ? table[word] : undefined)

const templateAlerts: Readonly<Record<string, ChannelAlert>> = {
  REJECTED: 'templateRejected',
  PAUSED: 'templatePaused',
  DISABLED: 'templateDisabled',
  FLAGGED: 'templateFlagged',
}

function template(value: Json): State[] {
  const event = short(value.event)
  const more = { ...toRecord(value.other_info), ...toRecord(value.rejection_info) }
  const state = {
    ...take(value, 'event', 'message_template_category', 'reason'),
    ...take(more, 'title', 'description', 'recommendation'),
    ...take(toRecord(value.disable_info), 'disable_date'),
  }
  return [{ kind: 'template', subject: templateOf(value), value: state, alert: find(templateAlerts, event) }]
}

function templateQuality(value: Json): State[] {
  const known = take(value, 'previous_quality_score', 'new_quality_score')
  const isLow = known.new_quality_score === 'RED'
  return [{ kind: 'templateQuality', subject: templateOf(value), value: known, ...(isLow && { alert: 'templateQuality' as const }) }]
}

/** With `correct_category` it warns of what becomes; with `previous_category` it is done. */
function templateCategory(value: Json): State[] {
  const { category_update_timestamp: time } = value
  const known = {
    ...take(value, 'new_category', 'correct_category', 'previous_category'),
    ...(readMoment(time) && { date: readMoment(time) }),
  }
  const alert = short(value.correct_category) ? 'templateBecomes' : 'templateIs'
  return [{ kind: 'templateCategory', subject: templateOf(value), value: known, alert }]
}

const restrictions: Readonly<Record<string, ChannelAlert>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: 'restrictedTemplates',
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 'restrictedAll',
}

const accountEvents: Readonly<Record<string, (value: Json) => State[]>> = {
  DISABLED_UPDATE(value) {
    const { waba_ban_state, waba_ban_date } = toRecord(value.ban_info)
    const [state, date] = [short(waba_ban_state), short(waba_ban_date)]
    if (state === 'REINSTATE') return [{ kind: 'ban', value: {} }]
    return [{ kind: 'ban', value: { state, date }, alert: state === 'SCHEDULE_FOR_DISABLE' ? 'accountOffSoon' : 'accountOff' }]
  },
  ACCOUNT_RESTRICTION({ restriction_info: given }) {
    return (isRecord(given) ? [given] : readList(given, 50).map(toRecord)).map((restriction) => {
      const type = short(restriction.restriction_type)
      // Without a time that can be read it has no end.
      const known = { type, until: readMoment(restriction.expiration), ...take(restriction, 'remediation') }
      return { kind: 'restriction', subject: type, value: known, alert: find(restrictions, type) ?? 'restricted' }
    })
  },
  ACCOUNT_VIOLATION(value) {
    const type = short(toRecord(value.violation_info).violation_type)
    const isOfCalls = type === 'USER_INITIATED_CALLS_LOW_PICKUP_RATE'
    return [{ kind: 'violation', value: { type }, alert: isOfCalls ? 'callsUnanswered' : 'violation' }]
  },
  ACCOUNT_DELETED: removed,
  PARTNER_REMOVED: removed,
  ACCOUNT_OFFBOARDED: removed,
  ACCOUNT_RECONNECTED: () => [{ kind: 'connection', value: {} }],
  PARTNER_ADDED: () => [{ kind: 'connection', value: {} }],
}

function removed(value: Json): State[] {
  const reason = short(toRecord(value.disconnection_info).reason)
  return [{ kind: 'connection', value: { isOff: true, event: short(value.event), reason }, alert: 'disconnected' }]
}

function account(value: Json): State[] | null {
  const event = short(value.event)
  return Object.hasOwn(accountEvents, event) ? (accountEvents[event]?.(value) ?? null) : null
}

function alerts(value: Json): State[] {
  const { alert_severity, alert_status, alert_type, alert_description } = toRecord(value.alert_info)
  const isActive = alert_status === 'ACTIVE' && (alert_severity === 'CRITICAL' || alert_severity === 'WARNING')
  const known = take(toRecord(value.alert_info), 'alert_severity', 'alert_status')
  const detail = short(alert_description) || short(alert_type)
  const subject = `${short(alert_type)} ${short(value.entity_id)}`
  return [{ kind: 'alert', subject, value: { ...known, detail }, ...(isActive && { alert: 'accountAlert' as const }) }]
}

/** Limits are numbers, or names of steps; −1 is none. Versions before v24.0 have them under other names. */
function limitOf(value: Json): Record<string, string> {
  const limit = short(value.max_daily_conversations_per_business ?? value.max_daily_conversation_per_phone ?? value.current_limit)
  return limit ? { limit: limit === '-1' ? 'TIER_UNLIMITED' : limit } : {}
}

function quality(value: Json): State[] {
  const event = short(value.event)
  const isLowered = event === 'DOWNGRADE'
  const known = limitOf(value)
  const states: State[] = []
  // An event without a limit says nothing of the one that is known.
  if (known.limit || isLowered)
    states.push({ kind: 'limit', value: known, isOfNumber: true, ...(isLowered && { alert: 'limitLowered' as const }) })
  if (event === 'FLAGGED') states.push({ kind: 'quality', value: { event }, isOfNumber: true, alert: 'numberQuality' })
  if (event === 'UNFLAGGED') states.push({ kind: 'quality', value: { event }, isOfNumber: true })
  return event === 'ONBOARDING' || event === 'THROUGHPUT_UPGRADE' ? [] : states
}

const capability = (value: Json): State[] => [
  { kind: 'capability', value: { ...limitOf(value), ...take(value, 'max_phone_numbers_per_business', 'max_phone_numbers_per_waba') } },
]

function review(value: Json): State[] {
  const decision = short(value.decision)
  return [{ kind: 'review', value: { decision }, ...(decision === 'REJECTED' && { alert: 'accountRejected' as const }) }]
}

function verifiedName(value: Json): State[] {
  const known = take(value, 'decision', 'requested_verified_name', 'rejection_reason')
  const isRejected = known.decision === 'REJECTED'
  return [{ kind: 'name', value: known, isOfNumber: true, ...(isRejected && { alert: 'nameRejected' as const }) }]
}

const securityAlerts: Readonly<Record<string, ChannelAlert>> = {
  PIN_CHANGED: 'pinChanged',
  PIN_REQUEST_SUCCESS: 'pinChanged',
  PIN_RESET_REQUEST: 'pinAsked',
}

/** With the PIN a stranger can take the number over: every event alerts, also one that is new. */
function security(value: Json): State[] {
  const event = short(value.event) || 'security'
  const known = { ...take(value, 'requester'), event }
  return [{ kind: 'security', value: known, isOfNumber: true, alert: find(securityAlerts, event) ?? 'securityEvent' }]
}

const settings = (value: Json): State[] => [
  { kind: 'calls', value: take(toRecord(toRecord(value.phone_number_settings).calling), 'status'), isOfNumber: true },
]

const username = (value: Json): State[] => [{ kind: 'username', value: take(value, 'username', 'status'), isOfNumber: true }]

function flow(value: Json): State[] {
  const state = short(value.new_status)
  const isAlarming = state === 'BLOCKED' || state === 'THROTTLED'
  return [
    {
      kind: 'form',
      subject: short(value.flow_id),
      value: take(value, 'event', 'old_status', 'new_status'),
      ...(isAlarming && { alert: 'form' as const }),
    },
  ]
}

/** Fields whose value is one event. Null or none: it says nothing that is shown. */
export const stateReaders: Readonly<Record<string, (value: Json) => State[] | null>> = {
  message_template_status_update: template,
  message_template_quality_update: templateQuality,
  template_category_update: templateCategory,
  message_template_components_update: (value) => [{ kind: 'templateParts', subject: templateOf(value), value: {} }],
  account_update: account,
  account_alerts: alerts,
  account_review_update: review,
  business_capability_update: capability,
  phone_number_quality_update: quality,
  phone_number_name_update: verifiedName,
  security,
  account_settings_update: settings,
  business_username_updates: username,
  business_username_update: username,
  flows: flow,
}

/** The number of a setting is named inside. */
function numberOf({ number, numbers, value }: Context) {
  const id = short(toRecord(value.phone_number_settings).phone_number_id)
  return (id ? numbers.find(({ phone_number_id }) => phone_number_id === id) : number) ?? null
}

export const takeState: AccountField = (context) => {
  const { field, value, time } = context
  const number = numberOf(context)
  const event = readText(value.event, 40) || field
  const found = stateReaders[field]?.(value) ?? null
  if (!found?.length) return [raw(context, event, 'logged')]
  const at = readPast(time)
  const states = found.map(({ kind, subject = '', value: known, alert, isOfNumber }) => ({
    number: isOfNumber ? (number?.id ?? null) : null,
    kind,
    subject: subject.trim(),
    value: { ...known, ...(alert && { alert }) },
    at,
  }))
  return [raw(context, event, 'state', { states })]
}
