/** What is around an item of a webhook, and items that are kept as received. */
import { createHash } from 'node:crypto'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { ChannelState, Inbound, InboundMessage, InboundRaw, RawOutcome } from '../inbound/inbound.ts'
import { cut } from '../rooms/text.ts'
import { readContacts } from './party.ts'
import { readText } from './values.ts'

type Json = Readonly<Record<string, unknown>>

/** A number of ours that signed the webhook. */
export interface OurNumber {
  id: number
  phone: string
  phone_number_id: string | null
  business_account_id: string | null
}

/** A message whose file is at the provider. */
export interface TakenMessage extends InboundMessage {
  file?: { id: string; name: string }
}

export type Taken = Exclude<Inbound, InboundMessage> | TakenMessage

export interface Context {
  /** Id of the business account (WABA). */
  account: string
  field: string
  /** Null for fields of a whole account, and where the value names none of ours. */
  number: OurNumber | null
  /** Every number of the account that signed. */
  numbers: readonly OurNumber[]
  /** Seconds since 1970, on fields of accounts and templates. */
  time: unknown
  value: Json
  findParty: ReturnType<typeof readContacts>
}

/** Bytes of a kept item. */
const maxBody = 16_000
const maxText = 4_000
const shortText = 200

/** Keys that are not kept: descriptions of a call's line, whole cards, and what opens something. */
const isSecret = (key: string) =>
  /^(sdp|vcard|url|pin|otp|authorization|api_?key|private_?key|credentials?|certificate)$|token|secret|password/i.test(key)

/** Of Meta, wherever it stands. */
const accessToken = /\bEAA[A-Za-z0-9]{20,}/g

/** The answers of a form are JSON in a text. */
function readInner(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : null
  } catch {
    return null
  }
}

function shorten(value: unknown, max: number): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (isSecret(key)) return undefined
    if (typeof each !== 'string') return each
    const inner = readInner(each)
    const text = (inner === null ? each : shorten(inner, max)).replace(accessToken, '•••')
    return text.length > max ? `${text.slice(0, max)}…` : text
  })
}

/** JSON of an item as it is kept. */
export function keptBody(value: unknown): string {
  try {
    const body = shorten(value, maxText)
    return body.length <= maxBody ? body : cut(shorten(value, shortText), maxBody)
  } catch {
    return '"nested too deeply to be kept"'
  }
}

function hashOf(parts: readonly unknown[]): string {
  const hash = createHash('sha256')
  try {
    return hash.update(JSON.stringify(parts)).digest('hex')
  } catch {
    // Nested too deeply: all that are so are one.
    return hash.update('deep').digest('hex')
  }
}

/** By lists of contacts, so that many items of one value look through it once. */
const contactIndexes = new WeakMap<readonly unknown[], ReadonlyMap<string, readonly unknown[]>>()

function indexContacts(contacts: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const contact of contacts)
    for (const id of isRecord(contact) ? [contact.wa_id, contact.user_id] : [])
      if (typeof id === 'string') {
        const list = found.get(id) ?? []
        list.push(contact)
        found.set(id, list)
      }
  return found
}

/** Contacts of the people whom an item names, or the only one. */
function contactsOf({ contacts }: Json, item: unknown): unknown {
  if (!Array.isArray(contacts) || contacts.length < 2) return contacts
  const known = contactIndexes.get(contacts) ?? indexContacts(contacts)
  contactIndexes.set(contacts, known)
  const ids = isRecord(item) ? Object.values(item).filter((value) => typeof value === 'string') : []
  return [...new Set(ids.flatMap((id) => known.get(id) ?? []))]
}

/** An item of a field's list with the part of the value that it needs to be read again; the whole value without a list. */
export function raw(
  context: Context,
  kind: string,
  outcome: RawOutcome,
  of: { list?: string; item?: unknown; states?: readonly ChannelState[] } = {},
): InboundRaw {
  const { account, field, number, value, time } = context
  const item = of.list === undefined ? value : { metadata: value.metadata, contacts: contactsOf(value, of.item), [of.list]: [of.item] }
  const id = isRecord(of.item) ? readText(of.item.id, 500) : ''
  return {
    type: 'raw',
    number: number?.id ?? null,
    account: account || null,
    field,
    kind: kind.slice(0, 40),
    body: keptBody(item),
    outcome,
    hash: hashOf(id ? [account, field, of.list, id, kind] : [account, field, of.item ?? value, time ?? null]),
    ...(id && { about: id }),
    ...(of.states && { states: of.states }),
  }
}

export function contextOf(field: string, account: string, time: unknown, value: Json, numbers: readonly OurNumber[]): Context {
  const known = numbers.filter(({ business_account_id }) => business_account_id === account)
  return { account, field, number: numberOf(value, numbers, known), numbers: known, time, value, findParty: readContacts(value.contacts) }
}

/** By its id; else by its phone, or as the only one of its account. */
function numberOf(value: Json, numbers: readonly OurNumber[], ofAccount: readonly OurNumber[]): OurNumber | null {
  const { phone_number_id, display_phone_number } = isRecord(value.metadata) ? value.metadata : {}
  const id = readText(phone_number_id, 100)
  if (id) return numbers.find((one) => one.phone_number_id === id) ?? null
  const digits = readText(display_phone_number ?? value.display_phone_number, 40).replace(/\D/g, '')
  const [only, ...others] = ofAccount
  return ofAccount.find(({ phone }) => digits && phone.replace(/\D/g, '') === digits) ?? (others.length ? null : (only ?? null))
}

/** Whether somebody is the number itself. */
export const isOwn = (number: OurNumber, { metadata }: Json, phone: unknown): boolean => {
  const digits = readText(phone, 40).replace(/\D/g, '')
  const shown = readText(isRecord(metadata) ? metadata.display_phone_number : '', 40).replace(/\D/g, '')
  return digits !== '' && (digits === number.phone.replace(/\D/g, '') || digits === shown)
}

export interface Field {
  /** What its values have beside the number and the people: lists of items. */
  lists: readonly string[]
  take(context: Context, number: OurNumber): readonly Taken[]
}
/** Of a whole account: there may be no number that it is about. */
export type AccountField = (context: Context) => readonly Taken[]
