/** What the console learns from `/config.json`: network first, the last copy kept for the next start. */
import { readJson, writeItem } from '../base/storage.ts'
import { createStore, useStore } from '../base/store.ts'
import { startMs } from '../outbox/wire/exchange.ts'
import { type KnownConfig, toConfig, unknownConfig } from '../outbox/wire/read-config.ts'
import { takePreloaded } from './preloaded.ts'

/** boot.js reads this key for its early request. */
export const configKey = 'lapangan-config'

const kept = toConfig(readJson(configKey))
/** Of an earlier start of this device. */
export const hasKeptConfig = kept !== null

export const configStore = createStore<KnownConfig>(kept ?? unknownConfig)

export const getConfig = (): KnownConfig => configStore.get()
export const useConfig = (): KnownConfig => useStore(configStore)

let loading: Promise<KnownConfig> | null = null

async function fetchConfig(): Promise<KnownConfig> {
  const response = await (takePreloaded('GET', '/config.json') ??
    fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(startMs) }))
  const loaded = response.ok ? toConfig(await response.json()) : null
  if (!loaded) throw new Error('config.json is not readable')
  const text = JSON.stringify(loaded)
  if (text !== JSON.stringify(configStore.get())) configStore.set(loaded)
  writeItem(configKey, text)
  return loaded
}

/** Asks once; a failure, or silence for 4 s, keeps the last copy (or the defaults) and the next call asks again. */
export async function loadConfig(): Promise<KnownConfig> {
  loading ??= fetchConfig()
  try {
    return await loading
  } catch {
    loading = null
    return configStore.get()
  }
}
