/** Who an item is of: its own ids, completed by the contact of the same person (docs/product/identity.md#who-it-is). */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { Party } from '../inbound/inbound.ts'
import { isBsuid, readBsuid, readList, readPhone, readText } from './values.ts'

/** People of one value. */
const maxContacts = 5_000

/** The digit that numbers of Brazil, Mexico and Argentina have in one of their two forms, by which the same line is named. */
const withoutDigit = (phone: string) =>
  phone
    .replace(/^55(\d\d)9(\d{8})$/, '55$1$2')
    .replace(/^521(\d{10})$/, '52$1')
    .replace(/^549(\d{10})$/, '54$1')

/** The first of each key. */
function indexBy(contacts: readonly Contact[], keyOf: (contact: Contact) => string | null): ReadonlyMap<string, Contact> {
  const found = new Map<string, Contact>()
  for (const contact of contacts) {
    const key = keyOf(contact)
    if (key !== null && !found.has(key)) found.set(key, contact)
  }
  return found
}

interface Ids {
  phone: unknown
  bsuid: unknown
  parent: unknown
}

interface Contact extends Pick<Party, 'phone' | 'bsuid' | 'parent' | 'name'> {
  username?: string | null
}

export function readUsername(value: unknown): string | null {
  const text = readText(value, 100).trim().replace(/^@+/, '')
  return text || null
}

/** A profile without a username says that the person has none; no profile says nothing. */
function readContact(value: unknown): Contact {
  const { wa_id, user_id, parent_user_id, profile } = toRecord(value)
  const { name, username } = toRecord(profile)
  return {
    phone: readPhone(wa_id),
    bsuid: readBsuid(user_id),
    parent: readBsuid(parent_user_id),
    name: readText(name, 1_000) || null,
    ...(isRecord(profile) && { username: readUsername(username) }),
  }
}

/** Finds the contact of somebody in a value: by user id, then by phone; one that names nobody is the only sender's. */
export function readContacts(value: unknown): (ids: Ids) => Party | null {
  const contacts = readList(value, maxContacts).map(readContact)
  const [only] = contacts
  const byId = indexBy(contacts, ({ bsuid }) => bsuid)
  const byPhone = indexBy(contacts, ({ phone }) => phone && withoutDigit(phone))
  const nameless = indexBy(contacts, ({ phone, bsuid }) => (bsuid === null && phone ? withoutDigit(phone) : null))
  return (ids) => {
    const misplaced = typeof ids.phone === 'string' && isBsuid(ids.phone) ? ids.phone : null
    const phone = readPhone(ids.phone)
    const given = readBsuid(ids.bsuid)
    const bsuid = given === phone ? misplaced : (given ?? misplaced)
    if (!phone && !bsuid) return null
    const contact =
      byId.get(bsuid ?? '') ??
      (bsuid === null ? byPhone : nameless).get(phone ? withoutDigit(phone) : '') ??
      (contacts.length === 1 && only && !only.phone && !only.bsuid ? only : undefined)
    return {
      phone: phone ?? contact?.phone ?? null,
      bsuid: bsuid ?? contact?.bsuid ?? null,
      parent: readBsuid(ids.parent) ?? contact?.parent ?? null,
      name: contact?.name ?? null,
      ...(contact && 'username' in contact && { username: contact.username ?? null }),
    }
  }
}
