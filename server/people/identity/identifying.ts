/** What names a person, and whether two records may be of one (docs/product/identity.md#people). */

import { normaliseText } from '#contract/lib/normalise-text.ts'
import { usualPhone } from '#contract/lib/patterns.ts'

export interface Named {
  kind: 'bsuid' | 'parent' | 'phone' | 'email'
  /** The account that knows a user id; '' for what is the same everywhere. */
  scope: string
  value: string
}

export const keyOf = ({ kind, scope, value }: Named) => `${kind} ${scope} ${value}`

/** One digit again and again: written where a form wants a number and nobody has one. */
const filler = /^628(\d)\1+$/

/** A mobile number in the stored form, else null: landlines are of houses, and extensions of offices. */
const namingPhone = (phone: string): string | null => (usualPhone.test(phone) && !filler.test(phone) ? phone : null)

/** Longest address of RFC 5321. */
const maxEmail = 254
const email = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

/** First words of addresses that several people read. */
const roles = new Set(
  (
    'abuse account accounting accounts admin administrator admins billing booking care contact crm cs customer customercare customerservice ' +
    'email enquiries enquiry finance halo hello help helpdesk hi hr hrd hrga info informasi information inquiry it kantor kontak layanan ' +
    'legal mail mailer marketing me no noemail none noreply nomail office ops order orders owner pemasaran penjualan postmaster pr procurement ' +
    'purchasing reception recruitment reply root sales sekretariat service services shop spam staff store support team tech test testing toko ' +
    'undefined user webmaster'
  ).split(' '),
)

/** An address in lower case, with what stands behind a plus; null for one of a place rather than of a person. */
function namingEmail(text: string): string | null {
  const address = text.trim().toLowerCase()
  if (address.length > maxEmail || !email.test(address)) return null
  const [first = ''] = address.split(/[^a-z]/, 1)
  return roles.has(first) ? null : address
}

/** What names the person of a record: its phone, then its address. */
export function namesOf(record: { phone: string; email: string | null }): Named[] {
  const phone = namingPhone(record.phone)
  const address = record.email === null ? null : namingEmail(record.email)
  return [
    ...(phone === null ? [] : [{ kind: 'phone', scope: '', value: phone } as const]),
    ...(address === null ? [] : [{ kind: 'email', scope: '', value: address } as const]),
  ]
}

/** Forms of address, which tell nobody apart. */
const titles = new Set(
  (
    'bapak bpk pak bp ibu bu mas mbak mba kak kakak ka bang abang om tante sdr sdri tn ny nn mr mrs ms miss dr drg dra drs ir h hj haji hajjah ' +
    'prof customer pelanggan'
  ).split(' '),
)

function wordsOf(name: string): string[] {
  const folded = normaliseText(name.slice(0, 200), 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !titles.has(word))
}

const isSameWord = (a: string, b: string) => a === b || (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b))

/** Whether two names may be of one person: every word of the shorter one is in the other. An empty one tells nobody apart. */
export function mayBeSame(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length)
  const left = [...many]
  return few.every((word) => {
    const at = left.findIndex((each) => isSameWord(word, each))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
