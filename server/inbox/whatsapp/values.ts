/** Values of items: everything is bounded before it is looked at, and of a kind that can be stored. */
import { formatEnglish } from '#contract/lib/number-text.ts'
import { trimEndOf } from '#contract/lib/trim-end.ts'
import { cleanText } from '../rooms/text.ts'

/** A text without control and bidi characters, or a number as text, at most `max` characters; '' for anything else. */
export function readText(value: unknown, max: number): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return typeof value === 'string' ? cleanText(value.slice(0, max), max) : ''
}

/** At most `max` entries; none of what is no list. */
export const readList = (value: unknown, max: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, max) : [])

/** An id of the provider: visible ASCII, up to 500, or a whole number; '' for others, which could not be stored. */
export function readId(value: unknown): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : ''
  return typeof value === 'string' && value.length <= 500 && /^[\x21-\x7e]+$/.test(value) ? value : ''
}

/** Digits of a phone, as the provider gives them or as people write them; null for others. */
export function readPhone(value: unknown): string | null {
  const text = readText(value, 40)
    .replace(/[\s().\-\u200e\u200f\u2010-\u2013]/g, '')
    .replace(/^\+/, '')
  return /^\d{5,20}$/.test(text) ? text : null
}

/** A business-scoped user id; other texts up to 200 are taken as they are. */
export function readBsuid(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 200 && /^[\x21-\x7e]+$/.test(value) ? value : null
}

/** The documented form, which tells an id from a number that stands in the wrong place. */
export const isBsuid = (text: string) => text.length <= 140 && /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(text)

/** Milliseconds of seconds (9 to 11 digits), milliseconds (13) or microseconds (16) since 1970. */
function countedMs(digits: string): number {
  if (digits.length <= 11) return Number(digits) * 1_000
  if (digits.length === 13) return Number(digits)
  return digits.length === 16 ? Number(digits) / 1_000 : Number.NaN
}

/** A time since 1970 in seconds or finer, as text or number, or a text of ISO 8601, as ISO 8601; null for others. */
export function readMoment(value: unknown): string | null {
  const text = readText(value, 40)
  const [, digits] = /^(\d{9,16})(?:\.\d*)?$/.exec(text) ?? []
  const ms = digits ? countedMs(digits) : /^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** The same; now where it is none. */
export const readTime = (value: unknown): string => readMoment(value) ?? new Date().toISOString()

/** Of what has happened, whatever the clock of the provider says: at most this second, since it counts seconds. */
export function readPast(value: unknown): string {
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString()
  const at = readMoment(value)
  return at !== null && at < now ? at : now
}

/** An address of the web; '' for others, which no link may hold. */
export function readUrl(value: unknown): string {
  const text = readText(value, 2_000).trim()
  return /^https?:\/\/[^\s<>"]+$/i.test(text) ? text : ''
}

/** A number without exponent and the noise of its fraction; a text as it is. */
export function readPlain(value: unknown): string {
  if (typeof value !== 'number' || !(Math.abs(value) < 1e15)) return readText(value, 30)
  return trimEndOf(trimEndOf(value.toFixed(8), '0'), '.')
}

/** A number that people count or pay with, as a decimal text; null for others and for exponents. */
export function readDecimal(value: unknown): string | null {
  const text = readPlain(value)
  return /^\d{1,15}(\.\d{1,8})?$/.test(text) ? text : null
}

const scale = 16
const one = 10n ** BigInt(scale)

function unitsOf(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole) * one + BigInt(fraction.padEnd(scale, '0').slice(0, scale))
}

function toDecimal(units: bigint): string {
  const fraction = trimEndOf(String(units % one).padStart(scale, '0'), '0')
  return fraction ? `${units / one}.${fraction}` : String(units / one)
}

/** The exact sum of products of decimal texts. */
export const sumOfProducts = (pairs: readonly (readonly [string, string])[]): string =>
  toDecimal(pairs.reduce((sum, [a, b]) => sum + (unitsOf(a) * unitsOf(b)) / one, 0n))

const signs: Readonly<Record<string, string>> = { IDR: 'Rp ', USD: '$' }

/** 'Rp 2.000.000', '$206.99', 'SGD 12.50'. */
export function formatMoney(amount: string, currency: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const [group, point] = currency === 'IDR' ? ['.', ','] : [',', '.']
  const grouped = formatEnglish(BigInt(whole)).replaceAll(',', group)
  const cents = fraction && currency !== 'IDR' ? fraction.padEnd(2, '0') : fraction
  return `${signs[currency] ?? `${currency} `}${grouped}${cents && point + cents}`
}
