/** A minimal browser environment for unit tests of the data layer. */
import { vi } from 'vitest'

export interface TestBrowser {
  storage: Map<string, string>
  /** Requests in order, and their responses; a thrown error is a lost connection. */
  requests: { url: string; method: string; headers: Headers; body: unknown }[]
  answer: (reply: (url: string, method: string) => Response | Promise<Response>) => void
  setOnline: (online: boolean) => void
  fire: (type: string, values?: Record<string, unknown>) => void
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** Installs the globals; call before importing modules under test. */
export function openBrowser(stored: Record<string, string> = {}): TestBrowser {
  const storage = new Map(Object.entries(stored))
  const events = new EventTarget()
  const requests: TestBrowser['requests'] = []
  let reply: Parameters<TestBrowser['answer']>[0] = () => json({ status: 'ok' })
  const navigator = { onLine: true }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('document', {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    visibilityState: 'visible',
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    requests.push({ url, method, headers: new Headers(init.headers), body: init.body })
    return reply(url, method)
  })
  return {
    storage,
    requests,
    answer: (next) => {
      reply = next
    },
    setOnline: (online) => {
      navigator.onLine = online
    },
    fire: (type, values = {}) => events.dispatchEvent(Object.assign(new Event(type), values)),
  }
}

const base64 = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '')

/** A token that expires at `expiry`, in seconds since 1970. */
export const testToken = (expiry: number): string => `${base64({ alg: 'HS256' })}.${base64({ exp: expiry })}.signature`

/** Retries until it passes; a busy machine may be slow. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 })
