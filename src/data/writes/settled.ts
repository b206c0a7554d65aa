/** What screens do with a verdict, in the tab that sent the row and in every other. */
import type { Page } from '#contract/kit/field/paging.ts'
import { removedMessage } from '#contract/kit/field/removal.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { connectionStore } from '../api/connection.ts'
import { postMessage } from '../base/messages.ts'
import { isVisible } from '../base/visible.ts'
import { namesOf } from '../outbox/row/settle.ts'
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'
import { showSettled } from '../query/outbox-store.ts'
import { invalidateSection } from '../query/queries.ts'
import { queryClient } from '../query/query-client.ts'
import { queryKeys } from '../query/query-keys.ts'
import { currentAction } from './current-action.ts'
import { resolveAwaitedVerdict } from './outcome.ts'
import { notifyVerdict } from './verdicts.ts'

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

/** Rows that are shown as done, by their id, until what was told of them is stored and read: what lets go of each. */
const shown = new Map<string, () => void>()
/** By section that is being read again: what is let go of after the next reading. */
const waiting = new Map<string, (() => void)[]>()

/** One reading after the other, each for all that was stored before it began. */
async function readAgain(section: string): Promise<void> {
  for (let round = waiting.get(section); round?.length; round = waiting.get(section)) {
    waiting.set(section, [])
    await online()
    await invalidateSection(section)
    for (const letGo of round) letGo()
  }
  waiting.delete(section)
}

function refresh(section: string, letGo: () => void): void {
  const next = waiting.get(section)
  if (next) next.push(letGo)
  else {
    waiting.set(section, [letGo])
    void readAgain(section)
  }
}

/**
 * Told once verdicts are stored, in whichever tab or worker. Only now the section is read again, which needs the
 * network: whoever reads sooner reads the device's record as it was before, and what is typed on it would be a conflict
 * with oneself.
 */
export function showStored(rows: readonly { id: string; section: string }[]): void {
  for (const { id, section } of rows) {
    refresh(section, shown.get(id) ?? (() => undefined))
    shown.delete(id)
  }
}

/** What a person reads of a change that was made here and decided later; every screen shows the rest. */
function showDone(row: OutboxRow, verdict: Extract<Verdict, { kind: 'done' }>): void {
  const isRemoval = row.action === 'remove' && row.base?.each !== undefined
  if (isRemoval && verdict.refused.length < row.touches.length && isVisible()) {
    postMessage({ kind: 'success', text: verdict.message || removedMessage, lines: [row.label] })
  }
  // What somebody else changed meanwhile is asked about by a notice (notices.ts).
  const refused = verdict.refused.filter(({ current }) => !current)
  if (refused.length) postMessage({ kind: 'error', refused: namesOf(row, refused) })
}

/** Told before the verdict is stored, so that nothing blinks in between: the row stays on the screen as done. */
export function showVerdict(row: OutboxRow, verdict: Verdict): void {
  notifyVerdict(row, verdict)
  const isNotified = resolveAwaitedVerdict(row, verdict)
  if (verdict.kind === 'done') {
    changeCached(row.section, changeOf(row, verdict))
    shown.get(row.id)?.()
    shown.set(row.id, showSettled(row))
    if (!isNotified) showDone(row, verdict)
  }
  // A conflict may merge by itself; what became of it is told by a notice (notices.ts).
  if (verdict.kind === 'parked' && verdict.reason !== 'conflict' && !isNotified) {
    // Only of a refusal the server says more than the reason, which is told in the person's language.
    const { status, message, reason } = verdict.error
    const text = verdict.reason === 'rejected' && status > 0 && message ? { text: message, reason } : {}
    postMessage({ kind: 'error', message: `outbox.reason.${verdict.reason}`, values: { label: row.label }, ...text })
  }
}
