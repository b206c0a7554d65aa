/** The cached areas' worker in the test's process, with messages cloned like in a browser. */
import { vi } from 'vitest'
import { createHost } from '#console/data/cache-worker/host.ts'
import type { FromWorker, ToWorker } from '#console/data/cache-worker/messages.ts'

/** Installs `Worker`; each instance is a separate worker. */
export function startTestWorker(): void {
  class TestWorker {
    onmessage: ((event: { data: FromWorker }) => void) | null = null
    onerror: (() => void) | null = null
    private ended = false
    private readonly host = createHost((message) => {
      const data = structuredClone(message)
      queueMicrotask(() => !this.ended && this.onmessage?.({ data }))
    })
    postMessage(message: ToWorker): void {
      this.host(structuredClone(message))
    }
    terminate(): void {
      this.ended = true
    }
  }
  vi.stubGlobal('Worker', TestWorker)
}
