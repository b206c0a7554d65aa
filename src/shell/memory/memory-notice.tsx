import { useEffect } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { type BrowserMemory, memoryStore, readMemory } from '#console/data/start/browser-memory.ts'
import { Alert } from '#console/ui/alert.tsx'
import { memorySentences } from './memory-sentences.ts'
import { WaitingActions } from './waiting-actions.tsx'

/** Null until the browser answered. */
export function useMemory(): BrowserMemory | null {
  useEffect(() => void readMemory().catch(() => undefined), [])
  return useStore(memoryStore)
}

/** What this browser forgets, once more with the way out while something waits. */
export function MemoryNotice() {
  const memory = useMemory()
  const { rows } = useStore(outboxStore)
  const isOnline = useConnection() === 'online'
  if (!memory) return null
  const [first, ...more] = memorySentences({ memory, rows, isOnline, now: Date.now() })
  if (!first) return null
  return (
    <Alert tone={rows.length ? 'warning' : 'info'} className="mt-4">
      <p>
        <strong className="font-semibold">{first}</strong> {more.join(' ')}
      </p>
      {rows.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          <WaitingActions />
        </p>
      )}
    </Alert>
  )
}
