/** State of this device: storage, sync, and browser permissions. */
import type { SyncedArea } from '#contract/synced-areas.ts'
import { getConfig } from '../api/config.ts'
import { ownerDatabase } from '../cache/db.ts'
import { cacheOf, countRows } from '../outbox/store/row-cache.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { type BrowserMemory, readMemory } from './browser-memory.ts'
import { syncStore } from './sync.ts'

declare const __VERSION__: string

export interface DeviceState {
  /** Bytes; null where unknown. */
  used: number | null
  granted: number | null
  memory: BrowserMemory
  leads: number
  members: number
  files: number
  fileBytes: number
  /** Milliseconds since 1970; null before the first. */
  lastSync: number | null
  version: string
  server: string
  worker: 'ready' | 'waiting' | 'none'
  /** Changes are sent without an open tab. */
  background: boolean
}

async function storage(): Promise<Pick<DeviceState, 'used' | 'granted'>> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  return { used: estimate?.usage ?? null, granted: estimate?.quota ?? null }
}

async function worker(): Promise<DeviceState['worker']> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (!registration?.active) return 'none'
  return registration.waiting ? 'waiting' : 'ready'
}

const nothing = { leads: 0, members: 0, files: 0, fileBytes: 0 }

async function readCached(): Promise<Pick<DeviceState, 'leads' | 'members' | 'files' | 'fileBytes'>> {
  const db = ownerDatabase()
  if (!db) return nothing
  const count = (area: SyncedArea) => countRows(cacheOf(db, area))
  const read = db.withConnection(() => Promise.all([count('leads'), count('member'), db.files.toArray()]))
  const [leads, members, files] = await orAfterSilence(read, () => [0, 0, []] as const)
  return { leads, members, files: files.length, fileBytes: files.reduce((sum, { blob }) => sum + blob.size, 0) }
}

export async function readDevice(): Promise<DeviceState> {
  const [room, memory, kept, state] = await Promise.all([storage(), readMemory(), readCached().catch(() => nothing), worker()])
  return {
    ...room,
    memory,
    ...kept,
    lastSync: syncStore.get().leads.at,
    version: __VERSION__,
    server: getConfig().version,
    worker: state,
    background: 'SyncManager' in globalThis,
  }
}
