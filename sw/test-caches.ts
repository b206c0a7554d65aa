/** Cache Storage for unit tests of the worker, in the order of a browser: what is put again is the newest. */
import { vi } from 'vitest'

export interface TestCaches {
  /** Entries of a cache by their address. */
  of: (name: string) => Map<string, Response>
  /** From now on every write is refused, as on a full device. */
  isFull: boolean
  /** From now on nothing opens. */
  isBroken: boolean
}

export const testOrigin = 'https://console.test'
const nameOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, testOrigin).href

export function openCaches(): TestCaches {
  const all = new Map<string, Map<string, Response>>()
  const of = (name: string) => all.get(name) ?? all.set(name, new Map()).get(name) ?? new Map<string, Response>()
  const state: TestCaches = { of, isFull: false, isBroken: false }
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: string | { url: string }) => entries.get(nameOf(key))?.clone(),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (key: string | { url: string }) => entries.delete(nameOf(key)),
    put: async (key: string | { url: string }, response: Response) => {
      if (state.isFull) throw new DOMException('No room', 'QuotaExceededError')
      entries.delete(nameOf(key))
      entries.set(nameOf(key), response)
    },
  })
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      if (state.isBroken) throw new DOMException('Internal error', 'UnknownError')
      return cacheOf(of(name))
    },
    delete: async (name: string) => all.delete(name),
  })
  return state
}

/** A file as the server sends it. */
export const testFile = (text: string | Uint8Array<ArrayBuffer>, type = 'text/javascript', status = 200): Response =>
  Object.defineProperty(new Response(text, { status, headers: { 'Content-Type': type } }), 'type', { value: 'basic' })
