/** Versions of the WhatsApp Cloud API and their ends (docs/product/settings.md#version-of-the-cloud-api). */
import { daysBetween, wibDay } from '../lib/wib.ts'

export const defaultVersion = 'v25.0'

/** Days on which versions end. */
const ends: Readonly<Record<string, string>> = {
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
}
/** Every version before it has ended. */
const oldest = 21
/** Days before the end on which the settings begin to say so. */
export const noticeDays = 90

export interface VersionState {
  version: string
  /** 'YYYY-MM-DD'; null: not announced, or ended before this list begins. */
  endsOn: string | null
  /** Until the end; 0 and less: it has ended. Null: not announced. */
  days: number | null
}

/** State of the version in an address such as `https://graph.facebook.com/v25.0`; null for an address without one. */
export function versionState(address: string, now: Date): VersionState | null {
  const [, version = '', major = ''] = /\/(v(\d{1,3})\.\d{1,2})(?:\/|$)/.exec(address) ?? []
  if (!version) return null
  const endsOn = ends[version] ?? null
  if (endsOn) return { version, endsOn, days: daysBetween(wibDay(now), endsOn) }
  return { version, endsOn: null, days: Number(major) < oldest ? 0 : null }
}
