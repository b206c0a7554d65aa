/**
 * The table of the webhook's fields, and the reader of its envelope (docs/product/whatsapp.md#the-webhook). Items are read each for
 * itself: a malformed one never costs its neighbours. Everything that is no plain message is kept as received.
 */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { takeCalls } from './calls.ts'
import { takeContactBook, takeEchoes, takeHistory } from './coexistence.ts'
import { type AccountField, type Context, contextOf, type Field, type OurNumber, raw, type Taken } from './context.ts'
import { takeMessages } from './messages.ts'
import { takePreferences } from './preferences.ts'
import { stateReaders, takeState } from './states.ts'
import { readUserId } from './system.ts'
import { readId, readList, readText, readTime } from './values.ts'

const maxEntries = 1_000

function takeUserIds(context: Context, number: OurNumber): readonly Taken[] {
  return readList(context.value.user_id_update, maxEntries).flatMap((item): readonly Taken[] => {
    const change = readUserId(item, number)
    const kept = raw(context, 'user_id', change ? 'room' : 'malformed', { list: 'user_id_update', item })
    return [...(change ?? []), kept]
  })
}

/** What the provider says that an advertisement led to. */
function takeEvents(context: Context, number: OurNumber): readonly Taken[] {
  return readList(context.value.automatic_events, maxEntries).flatMap((item): readonly Taken[] => {
    const { id, event_name, timestamp } = toRecord(item)
    const name = readText(event_name, 40)
    const target = readId(id)
    const kept = raw(context, name || 'nothing', target ? 'logged' : 'malformed', { list: 'automatic_events', item })
    if (!target || name !== 'LeadSubmitted') return [kept]
    const mark = { kind: 'chip', chip: { chip: 'adLead' } } as const
    return [
      {
        type: 'mark',
        provider_id: `${target}#${name}`,
        number: number.id,
        from: null,
        by: 'customer',
        target,
        at: readTime(timestamp),
        mark,
        kept,
      },
      kept,
    ]
  })
}

/** Fields of one number. Any other that names a number is kept, and none of its messages is a customer's. */
export const fields: Readonly<Record<string, Field>> = {
  messages: takeMessages,
  calls: takeCalls,
  user_preferences: takePreferences,
  smb_message_echoes: takeEchoes,
  history: takeHistory,
  smb_app_state_sync: takeContactBook,
  user_id_update: takeUserIds,
  automatic_events: takeEvents,
}

/** Fields of a whole account. */
export const accountFields: Readonly<Record<string, AccountField>> = Object.fromEntries(
  Object.keys(stateReaders).map((name) => [name, takeState]),
)

/** Fields that are known to mean nothing here. */
export const silentFields: readonly string[] = [
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
  'messaging_handovers',
  'standby',
  'message_echoes',
  'consumer_profile',
  'payment_configuration_update',
  'partner_solutions',
  'template_correct_category_detection',
]

function takeChange(account: string, time: unknown, change: unknown, numbers: readonly OurNumber[]): readonly Taken[] {
  const { field, value } = toRecord(change)
  const name = readText(field, 60)
  const context = contextOf(name, account, time, toRecord(value), numbers)
  const isOfNumber = Object.hasOwn(fields, name)
  const isOurs = context.number !== null || (!isOfNumber && context.numbers.length > 0)
  if (!isOurs) return [raw(context, name || 'nothing', 'elsewhere')]
  if (!isRecord(value)) return [raw(context, 'nothing', 'malformed')]
  try {
    if (isOfNumber && context.number) return fields[name]?.(context, context.number) ?? []
    if (Object.hasOwn(accountFields, name)) return accountFields[name]?.(context) ?? []
  } catch {
    return [raw(context, name, 'malformed')]
  }
  return [raw(context, name || 'nothing', silentFields.includes(name) ? 'logged' : 'unknown')]
}

/** Reads a webhook for the numbers that signed it, in order; null if it is none of WhatsApp's. */
export function readWebhook(body: unknown, numbers: readonly OurNumber[]): readonly Taken[] | null {
  const entries = toRecord(body).entry
  if (!Array.isArray(entries)) return null
  return readList(entries, maxEntries).flatMap((entry) => {
    const { id, time, changes } = toRecord(entry)
    const account = readText(id, 100)
    return readList(changes, maxEntries).flatMap((change) => takeChange(account, time, change, numbers))
  })
}
