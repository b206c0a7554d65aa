/** Diagnostics for support: numbers, versions and states. Never a name, a number, a ref, a token or typed text. */

import type { OutboxRow } from '../outbox/row/types.ts'
import type { DeviceState } from './device.ts'

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Calls and codes are words of the contract; anything else could be personal and is masked. */
const word = (text: string) => (/^[a-z_.-]{1,40}$/.test(text) ? text : '?')

export interface Surroundings {
  language: string
  connection: string
  /** Browser name, such as 'Chrome 140 on Android'. */
  browser: string
  now: number
}

/** Text to paste into a message. Of `rows`, only counts and words of the contract are used. */
export function diagnosticsOf(device: DeviceState, rows: readonly OutboxRow[], around: Surroundings): string {
  const oldest = Math.min(...rows.map((row) => row.createdAt))
  const failures = rows.flatMap((row) => (row.lastError ? [`${row.lastError.status} ${word(row.lastError.code)}`] : []))
  const report = {
    at: new Date(around.now).toISOString(),
    versions: { app: device.version, server: device.server },
    browser: around.browser,
    language: around.language,
    connection: around.connection,
    worker: device.worker,
    background: device.background,
    storage: { used: device.used, granted: device.granted, ...device.memory },
    lastSync: device.lastSync && new Date(device.lastSync).toISOString(),
    leads: device.leads,
    members: device.members,
    files: { waiting: device.files, bytes: device.fileBytes },
    outbox: {
      rows: rows.length,
      calls: tally(rows.map((row) => word(row.call))),
      states: tally(rows.map((row) => (row.reason ? `${row.state} ${row.reason}` : row.state))),
      failures: tally(failures),
      attempts: Math.max(0, ...rows.map((row) => row.attempts)),
      oldestHours: rows.length ? Math.round((around.now - oldest) / 360_000) / 10 : null,
    },
  }
  return JSON.stringify(report, null, 2)
}
