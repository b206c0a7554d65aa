/**
 * Notices of changes that were merged automatically, or are in conflict with somebody else's, while nobody looked. The
 * drain, in a tab or in the worker, leaves it in the database with the verdict; the first tab that a person sees takes
 * it out and tells it, once.
 */
import { liveQuery } from 'dexie'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Notice } from '../outbox/row/types.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { noticeKey } from '../outbox/store/store.ts'
import { type DataMessage, postMessage } from './messages.ts'

const isNotice = (value: unknown): value is Notice =>
  isRecord(value) && Array.isArray(value.mine) && Array.isArray(value.theirs) && typeof value.label === 'string'

function toMessage({ kind, seq, label, mine, theirs, who }: Notice): Omit<DataMessage, 'id'> {
  if (kind === 'conflict') return { kind: 'error', message: 'outbox.conflictAbout', values: { label }, conflict: seq }
  return {
    kind: 'info',
    message: who ? 'outbox.mergedWith' : 'outbox.merged',
    values: { label, ...(who && { who }) },
    fields: { mine, theirs },
  }
}

/** Takes the notices out, so that no other tab tells them too. */
async function take(db: OwnerDatabase): Promise<Notice[]> {
  return db.transaction('rw', db.meta, async () => {
    const entries = await db.meta.where('key').startsWith(noticeKey).toArray()
    await db.meta.bulkDelete(entries.map(({ key }) => key))
    return entries.flatMap(({ value }) => (isNotice(value) ? [value] : []))
  })
}

/** Tells notices while the tab is seen; what it gives stops that. */
export function watchNotices(db: OwnerDatabase): () => void {
  let some = false
  const showNotices = async () => {
    if (!some || document.visibilityState !== 'visible') return
    for (const notice of await take(db)) postMessage(toMessage(notice))
  }
  const look = () => void showNotices().catch(() => undefined)
  const stored = liveQuery(() => db.meta.where('key').startsWith(noticeKey).count()).subscribe({
    next: (count) => {
      some = count > 0
      look()
    },
    error: () => undefined,
  })
  const watching = new AbortController()
  document.addEventListener('visibilitychange', look, { signal: watching.signal })
  return () => {
    stored.unsubscribe()
    watching.abort()
  }
}
