/** Small state stored on the device per path: columns, saved views, drafts. A full or forbidden store loses only this state. */
import { useSyncExternalStore } from 'react'

const listeners = new Map<string, Set<() => void>>()
const read = new Map<string, { text: string | null; value: unknown }>()

function notify(key: string) {
  for (const listener of listeners.get(key) ?? []) listener()
}

export function readStored(key: string): unknown {
  let text: string | null = null
  try {
    text = localStorage.getItem(key)
  } catch {
    // Storage may be forbidden; the value is then absent.
  }
  const known = read.get(key)
  if (known && known.text === text) return known.value
  let value: unknown = null
  try {
    value = text === null ? null : JSON.parse(text)
  } catch {
    value = null
  }
  read.set(key, { text, value })
  return value
}

/** Writes; null removes. Returns whether it succeeded. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  } finally {
    notify(key)
  }
}

function subscribe(key: string, listener: () => void): () => void {
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set.add(listener))
  const other = (event: StorageEvent) => event.key === key && listener()
  addEventListener('storage', other)
  return () => {
    set.delete(listener)
    removeEventListener('storage', other)
  }
}

/** Value under a key, updated in every tab. `parse` validates the stored value, so old or broken data does no harm. */
export function useStored<T>(key: string, parse: (value: unknown) => T): [T, (value: T | null) => boolean] {
  const value = useSyncExternalStore(
    (listener) => subscribe(key, listener),
    () => readStored(key),
  )
  return [parse(value), (next) => writeStored(key, next)]
}
