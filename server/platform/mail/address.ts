import { domainToASCII } from 'node:url'
import { type SQL, sql } from 'drizzle-orm'

/** Of a normalised address, for JavaScript and Postgres. Without quotes, comments and lists: such an address is a mistake or an attack. */
const pattern = "^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9-]{1,63}([.][a-z0-9-]{1,63})+$"
const expression = new RegExp(pattern)
const maxLength = 254

/** Trimmed, in lower case, its domain in ASCII. Equal addresses are one. */
export function normaliseAddress(address: string): string {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  return at < 0 ? text : `${text.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/** Returns one text for all addresses of a mailbox: what follows '+' is a label, and Gmail ignores dots. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = normaliseAddress(address).split('@')
  const name = local.split('+')[0] || local
  return /^g(?:oogle)?mail\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Returns whether a normalised address can be sent to. */
export const isAddress = (address: string): boolean => address.length <= maxLength && expression.test(address)

/** The same in SQL. */
export const isAddressSql = (address: SQL): SQL => sql`(length(${address}) <= ${maxLength}::int and ${address} ~ ${pattern}::text)`

/** Normalises in SQL. Addresses beyond ASCII are looked up in `known`, a JSON object of normalised ones. */
export const normaliseSql = (address: SQL, known: string): SQL =>
  sql`coalesce(${known}::jsonb ->> ${address}, lower(btrim(${address}, E' \\t\\r\\n')))`
