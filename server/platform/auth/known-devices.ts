/** Devices that were signed in to accounts, recorded in a signed note on the device. */
import { randomUUID } from 'node:crypto'
import { uuid } from '#contract/lib/patterns.ts'
import type { Tokens } from '../core/tokens.ts'

const halfYear = 180 * 24 * 3600
/** Accounts per device, newest first. */
const maxAccounts = 8

export interface KnownDevice {
  id: string
  /** Refs of users signed in on it. */
  users: readonly string[]
}

/** Returns null without a note, or for one of another installation. */
export async function readDevice(tokens: Tokens, note: unknown): Promise<KnownDevice | null> {
  const claims = typeof note === 'string' && note ? await tokens.read('device', note) : null
  if (!claims?.jti || !uuid.test(claims.jti) || !Array.isArray(claims.users)) return null
  return { id: claims.jti, users: claims.users.filter((ref) => typeof ref === 'string') }
}

/** Returns the device's new note: the former one and this user. */
export function noteDevice(tokens: Tokens, known: KnownDevice | null, ref: string): Promise<string> {
  const users = [...new Set([ref, ...(known?.users ?? [])])].slice(0, maxAccounts)
  return tokens.sign('device', { jti: known?.id ?? randomUUID(), users }, halfYear)
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns 'Chrome, Android' for a User-Agent; a program's own name if no browser. */
export function deviceName(agent: string): string {
  const text = agent.slice(0, 500)
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(text))?.[1]
  const named = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return named.length ? named.join(', ') : (/^[\w.-]{1,40}/.exec(text)?.[0] ?? '')
}

/** Returns an IPv4 address received over IPv6 without its prefix. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d)/i, '')
