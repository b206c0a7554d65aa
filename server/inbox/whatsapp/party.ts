/** Who an item is of: its own ids, completed by the contact of the same person (docs/product/identity.md#who-it-is). */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { Party } from '../inbound/inbound.ts'
import { isBsuid, readBsuid, readList, readPhone, readText } from './values.ts'

/** People of one value. */
const maxContacts = 200

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
  return (ids) => {
    const misplaced = typeof ids.phone === 'string' && isBsuid(ids.phone) ? ids.phone : null
    const phone = readPhone(ids.phone)
    const given = readBsuid(ids.bsuid)
    const bsuid = given === phone ? misplaced : (given ?? misplaced)
    if (!phone && !bsuid) return null
    const contact =
      contacts.find((one) => bsuid !== null && one.bsuid === bsuid) ??
      contacts.find((one) => phone !== null && one.phone === phone && (bsuid === null || one.bsuid === null)) ??
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
