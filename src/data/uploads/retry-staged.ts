import { isRecord } from '#contract/kit/field/guards.ts'
import { outboxStore } from '../query/outbox-store.ts'

/** The hashes of staged files that values name, at any depth. */
export function stagedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(stagedIn)
  if (!isRecord(value) || value instanceof Blob) return []
  return typeof value.staged === 'string' ? [value.staged] : Object.values(value).flatMap(stagedIn)
}

/** Sends at once what waited for a file. */
export async function retryStaged(sha256: string): Promise<void> {
  const waiting = outboxStore.get().rows.filter(({ state, patch }) => state === 'queued' && stagedIn(patch).includes(sha256))
  if (!waiting.length) return
  const { retry } = await import('../writes/actions.ts')
  for (const { seq } of waiting) await retry(seq)
}
