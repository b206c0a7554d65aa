/** What the console learns from `/config.json`: network first, the last copy kept for the next start. */
import { type ConsoleConfig, defaultConfig } from '#contract/config.ts'
import { readJson, writeItem } from '../base/storage.ts'
import { createStore, useStore } from '../base/store.ts'
import { toConfig } from '../outbox/wire/read-config.ts'

/** boot.js reads the same key for the host of its early request. */
export const configKey = 'lapangan-config'

export const configStore = createStore<ConsoleConfig>(toConfig(readJson(configKey)) ?? defaultConfig)

export const getConfig = (): ConsoleConfig => configStore.get()
export const useConfig = (): ConsoleConfig => useStore(configStore)

let loading: Promise<ConsoleConfig> | null = null

async function fetchConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  const loaded = response.ok ? toConfig(await response.json()) : null
  if (!loaded) throw new Error('config.json is not readable')
  const text = JSON.stringify(loaded)
  if (text !== JSON.stringify(configStore.get())) configStore.set(loaded)
  writeItem(configKey, text)
  return loaded
}

/** Asks once; a failure keeps the last copy (or the defaults) and the next call asks again. */
export async function loadConfig(): Promise<ConsoleConfig> {
  loading ??= fetchConfig()
  try {
    return await loading
  } catch {
    loading = null
    return configStore.get()
  }
}
