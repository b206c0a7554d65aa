/** Set-up of tests with a page of their own: what such a page repeats ends with it, because its globals are gone then. */
import { vi } from 'vitest'

const start = globalThis.setInterval
const running = new Set<ReturnType<typeof setInterval>>()

globalThis.setInterval = ((...input: Parameters<typeof setInterval>) => {
  const timer = start(...input)
  running.add(timer)
  return timer
}) as typeof setInterval

const unstub = vi.unstubAllGlobals.bind(vi)
vi.unstubAllGlobals = () => {
  for (const timer of running) clearInterval(timer)
  running.clear()
  return unstub()
}
