/**
 * One format for dates and numbers everywhere, in the person's language: no other file formats numbers (tests/conformance). Times are WIB in every language
 * (docs/product/forms.md#dates-as-text).
 */
import { getLocale } from '#console/i18n/i18n.ts'
import { localeTags } from '#console/i18n/locales.ts'

const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>()

/** Caches a formatter of the language. */
export function cached<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>(key: string, make: (locale: string) => T): T {
  const locale = getLocale()
  const full = `${locale}|${key}`
  const known = cache.get(full)
  if (known) return known as T
  const made = make(localeTags[locale])
  cache.set(full, made)
  return made
}

const instant = (value: string) => new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(value) || value.length <= 10 ? value : `${value}+07:00`)

/** '21 Nov 2026' of 'YYYY-MM-DD' or of an instant, by its day in WIB. */
export function formatDate(value: string): string {
  const format = cached('date', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'Asia/Jakarta' }))
  const day = instant(value)
  return Number.isNaN(day.getTime()) ? value : format.format(day)
}

/** '21 Nov 2026, 14.05' in WIB. */
export function formatDateTime(value: string): string {
  const format = cached(
    'time',
    (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' }),
  )
  const at = instant(value)
  return Number.isNaN(at.getTime()) ? value : format.format(at)
}

export function formatMonth(value: string): string {
  const format = cached('month', (tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }))
  return format.format(new Date(`${value}-01T00:00:00Z`))
}

export function formatNumber(value: number): string {
  return cached('number', (tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 4 })).format(value)
}

/** Up to six decimals, as prices and factors are typed. */
export const formatExact = (value: number): string =>
  cached('exact', (tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 6 })).format(value)

/** Decimal separator of the language. */
export const decimalMark = (): string =>
  cached('decimal', (tag) => new Intl.NumberFormat(tag))
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** Whole rupiah, 'Rp 1,250,000' in English; 'Rp 0' when empty (docs/product/forms.md#money-and-sizes). */
export function formatRupiah(amount: number | null | undefined): string {
  const rounded = Math.round(amount ?? 0)
  return `${rounded < 0 ? '-' : ''}Rp ${formatNumber(Math.abs(rounded))}`
}

/** '12.5 %'. */
export const formatPercent = (value: number): string => `${formatNumber(value)} %`

/** 'a, b, c' as the language writes it. */
export function formatList(entries: readonly string[]): string {
  return cached('list', (tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' })).format(entries)
}
