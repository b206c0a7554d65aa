/** Applies many verdicts in order, each on the result of the one before. Pure. */
import type { Fields } from '#contract/kit/field/field.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { StoredRow } from './event.ts'
import type { Sent } from './queue.ts'
import { type Settlement, settle } from './settle.ts'
import type { Notice, OutboxRow } from './types.ts'

export interface Settlements {
  put: OutboxRow[]
  remove: number[]
  /** In the order of the verdicts. */
  cached: NonNullable<Settlement['cached']>[]
  /** By the id of the row they speak of. */
  notices: { id: string; notice: Notice }[]
  /** How each row that was sent stands now. */
  results: StoredRow[]
}

type FieldsBySection = ReadonlyMap<string, Fields>

/** `stored`: the rows that were sent and all that share a record with one of them, as they stand in the store now. */
export function settleAll(
  stored: readonly OutboxRow[],
  sent: readonly Sent[],
  fields: FieldsBySection,
  now: number,
  random: number,
): Settlements {
  const rows = new Map(stored.map((row) => [row.seq, row]))
  const byRef = new Map<string, Set<number>>()
  for (const { seq, touches } of rows.values()) for (const ref of touches) byRef.set(ref, (byRef.get(ref) ?? new Set()).add(seq))
  const put = new Set<number>()
  const remove: number[] = []
  const cached: Settlements['cached'] = []
  const notices: Settlements['notices'] = []
  for (const { row: was, verdict } of sent) {
    const row = rows.get(was.seq)
    if (!row || row.id !== was.id) continue
    const seqs = new Set(row.touches.flatMap((ref) => [...(byRef.get(ref) ?? [])]).filter((seq) => seq > row.seq))
    const later = [...seqs].sort((a, b) => a - b).flatMap((seq) => rows.get(seq) ?? [])
    const change = settle({ row, verdict, later, fields: fields.get(row.section) ?? {}, now, random, newId: uuidv7 })
    for (const changed of change.put) {
      rows.set(changed.seq, changed)
      put.add(changed.seq)
    }
    for (const seq of change.remove) {
      rows.delete(seq)
      remove.push(seq)
    }
    if (change.cached) cached.push(change.cached)
    if (change.notice) notices.push({ id: row.id, notice: change.notice })
  }
  const results = sent.map(({ row: { id, section, seq }, verdict }): StoredRow => {
    const row = rows.get(seq)
    return { id, section, isDone: verdict.kind === 'done', left: row ? { id: row.id, state: row.state } : null }
  })
  return { put: [...put].flatMap((seq) => rows.get(seq) ?? []), remove, cached, notices, results }
}
