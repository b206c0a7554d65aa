/** What the reads of screens become with an event: changed by a verdict at once, and read again when it is stored. */
import type { Page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { connectionStore } from '../api/connection.ts'
import type { OutboxEvent } from '../outbox/row/event.ts'
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'
import { dropSettled } from '../query/outbox-store.ts'
import { invalidateSection } from '../query/queries.ts'
import { queryClient } from '../query/query-client.ts'
import { queryKeys } from '../query/query-keys.ts'
import { currentAction } from './current-action.ts'

type Change = (row: AnyRow) => AnyRow | null

/** Changes rows where the cache holds them, so that no screen falls back to the old value. Null takes a row away. */
function changeCached(section: string, change: Change): void {
  queryClient.setQueriesData<Page<AnyRow>>({ queryKey: queryKeys.lists(section) }, (page) => {
    if (!page) return page
    const data = page.data.flatMap((row) => change(row) ?? [])
    return { ...page, data, total_record: page.total_record - (page.data.length - data.length) }
  })
  queryClient.setQueriesData<AnyRow>({ queryKey: queryKeys.ones(section) }, (row) => (row && change(row)) || row)
}

function changeOf(row: OutboxRow, verdict: Extract<Verdict, { kind: 'done' }>): Change {
  const refused = new Set(verdict.refused.map(({ ref }) => ref))
  const { id: _id, ids: _ids, from: _from, to: _to, ...patch } = row.patch
  return (cached) => {
    if (verdict.row?.ref === cached.ref) return { ...cached, ...verdict.row }
    if (!row.touches.includes(cached.ref) || refused.has(cached.ref)) return cached
    if (row.action === 'remove') return null
    return currentAction(row.action) === 'bulkUpdate' ? { ...cached, ...patch } : cached
  }
}

function online(): Promise<void> {
  return new Promise((resolve) => {
    if (connectionStore.get() === 'online') return resolve()
    const stop = connectionStore.subscribe(() => {
      if (connectionStore.get() !== 'online') return
      stop()
      resolve()
    })
  })
}

/** By section that is being read again: ids of rows that are shown as done until the next reading. */
const unread = new Map<string, Set<string>>()

/** One reading after the other, each for all that was stored before it began. */
async function readAgain(section: string): Promise<void> {
  for (let ids = unread.get(section); ids?.size; ids = unread.get(section)) {
    unread.set(section, new Set())
    await online()
    await invalidateSection(section)
    dropSettled(ids)
  }
  unread.delete(section)
}

function refresh(section: string, id: string): void {
  const next = unread.get(section)
  if (next) next.add(id)
  else {
    unread.set(section, new Set([id]))
    void readAgain(section)
  }
}

/**
 * Changes cached rows with the verdict, and reads the section again once the verdict is stored and there is a network. An earlier
 * read would return the device's old record, and an edit of that would conflict with the person's own change.
 */
export function updateReads(event: OutboxEvent): void {
  if (event.kind === 'verdict' && event.verdict.kind === 'done') changeCached(event.row.section, changeOf(event.row, event.verdict))
  if (event.kind === 'stored') for (const { id, section, isDone } of event.rows) if (isDone) refresh(section, id)
}
