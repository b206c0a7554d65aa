/**
 * The table of the webhook's fields, and the reader of its envelope (docs/product/whatsapp.md#the-webhook). Items are read each for
 * itself: a malformed one never costs its neighbours. Everything that is no plain message is kept as received.
 */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { calls } from './calls.ts'
import { contactBook, echoes, history } from './coexistence.ts'
import { type AccountField, type Context, contextOf, type Field, type OurNumber, raw, type Taken } from './context.ts'
import { messages } from './messages.ts'
import { preferences } from './preferences.ts'
import { stateReaders, takeState } from './states.ts'
import { readUserId } from './system.ts'
import { readId, readList, readText, readTime } from './values.ts'

/** Entries, changes, and items of a list. */
const maxItems = 20_000

function takeUserIds(context: Context, number: OurNumber): readonly Taken[] {
  return readList(context.value.user_id_update, maxItems).flatMap((item): readonly Taken[] => {
    const change = readUserId(item, number)
    const kept = raw(context, 'user_id', change ? 'room' : 'malformed', { list: 'user_id_update', item })
    return [...(change ?? []), kept]
  })
}

/** What the provider says that an advertisement led to. */
function takeEvents(context: Context, number: OurNumber): readonly Taken[] {
  return readList(context.value.automatic_events, maxItems).flatMap((item): readonly Taken[] => {
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
        kept: () => kept,
      },
      kept,
    ]
  })
}

/** Fields of one number. Any other that names a number is kept, and none of its messages is a customer's. */
export const fields: Readonly<Record<string, Field>> = {
  messages,
  calls,
  user_preferences: preferences,
  smb_message_echoes: echoes,
  history,
  smb_app_state_sync: contactBook,
  user_id_update: { lists: ['user_id_update'], take: takeUserIds },
  automatic_events: { lists: ['automatic_events'], take: takeEvents },
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

const always: ReadonlySet<string> = new Set(['metadata', 'contacts'])

/** What a reader of a field does not see of its value: lists that it does not know, what should be a list and is none, more than it reads. */
function takeRest(context: Context, lists: readonly string[]): readonly Taken[] {
  return Object.entries(context.value).flatMap(([list, part]): readonly Taken[] => {
    if (always.has(list) || typeof part !== 'object' || part === null) return []
    const isKnown = lists.includes(list)
    const items = !Array.isArray(part) ? [part] : isKnown ? [part.slice(maxItems)] : part.slice(0, maxItems)
    const given = isKnown && Array.isArray(part) && part.length <= maxItems ? [] : items
    return given.map((item: unknown) => raw(context, list, isKnown ? 'malformed' : 'unknown', { list, item }))
  })
}

function takeField(context: Context, number: OurNumber, { lists, take }: Field): readonly Taken[] {
  const items = [...take(context, number), ...takeRest(context, lists)]
  return items.length ? items : [raw(context, 'nothing', 'malformed')]
}

function takeChange(account: string, time: unknown, change: unknown, numbers: readonly OurNumber[]): readonly Taken[] {
  const { field, value } = toRecord(change)
  const name = readText(field, 60)
  const context = contextOf(name, account, time, isRecord(value) ? value : { value }, numbers)
  const own = Object.hasOwn(fields, name) ? fields[name] : undefined
  const isOurs = context.number !== null || (!own && context.numbers.length > 0)
  if (!isOurs) return [raw(context, name || 'nothing', 'elsewhere')]
  if (!isRecord(value)) return [raw(context, 'nothing', 'malformed')]
  try {
    if (own && context.number) return takeField(context, context.number, own)
    if (Object.hasOwn(accountFields, name)) return accountFields[name]?.(context) ?? []
  } catch {
    return [raw(context, name, 'malformed')]
  }
  return [raw(context, name || 'nothing', silentFields.includes(name) ? 'logged' : 'unknown')]
}

/** Each of a list; what is none, and what is beyond the bound, is kept as one. */
function takeEach(list: unknown, take: (item: unknown) => readonly Taken[], keep: (part: unknown) => Taken): readonly Taken[] {
  if (!Array.isArray(list)) return [keep(list)]
  const more: readonly unknown[] = list.slice(maxItems)
  return [...list.slice(0, maxItems).flatMap(take), ...(more.length ? [keep(more)] : [])]
}

/** Reads a webhook for the numbers that signed it, in order. Something is left of whatever it says. */
export function readWebhook(body: unknown, numbers: readonly OurNumber[]): readonly Taken[] {
  const { object, entry: entries } = toRecord(body)
  const keep = (kind: string, outcome: 'malformed' | 'elsewhere', account: string, value: unknown) =>
    raw(contextOf('nothing', account, undefined, isRecord(value) ? value : { value }, numbers), kind, outcome)
  if (object !== undefined && object !== 'whatsapp_business_account') return [keep(readText(object, 40) || 'body', 'elsewhere', '', body)]
  return takeEach(
    entries,
    (entry) => {
      const { id, time, changes } = toRecord(entry)
      const account = readText(id, 100)
      return takeEach(
        changes,
        (change) => takeChange(account, time, change, numbers),
        () => keep('entry', 'malformed', account, entry),
      )
    },
    () => keep('body', 'malformed', '', body),
  )
}
