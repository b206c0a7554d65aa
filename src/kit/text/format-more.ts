/** Numbers in forms that few screens need; the usual ones are in format.ts. */
import { fileSizeOf } from '#contract/lib/file-size.ts'
import { cached, formatNumber, formatPercent } from './format.ts'

/** '+2.5 %', '-1 %', '0 %'. */
export const formatGain = (value: number): string => `${value > 0 ? '+' : ''}${formatPercent(value)}`

/** '1.2M' beside a line of a chart. */
export const formatShort = (value: number): string =>
  cached('short number', (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 })).format(value)

/** '09.12' of an instant, in WIB; empty where it is none. */
export function formatClock(at: string): string {
  const format = cached('clock', (tag) => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Jakarta' }))
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : format.format(moment)
}

/** '21 Nov', where the year is plain. */
export const formatDay = (at: string): string =>
  cached('day of WIB', (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'Asia/Jakarta' })).format(
    new Date(at),
  )

/** '3 days'. */
export const formatUnit = (value: number, unit: 'day' | 'hour' | 'minute' | 'second'): string =>
  cached(`unit-${unit}`, (tag) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' })).format(value)

/** '1.5 MB'; number and unit keep their order within right-to-left text. */
export function formatSize(bytes: number): string {
  const { size, unit } = fileSizeOf(bytes)
  return `\u2066${formatNumber(size)} ${unit}\u2069`
}
