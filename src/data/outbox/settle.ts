/** What a verdict does to the outbox and to the rows held on the device. Pure; a store applies it in one transaction. */
import type { AnyRow } from '#contract/kit/section.ts'
import { pause } from './lanes.ts'
import { mergedBase } from './merge.ts'
import type { LastError, OutboxRow, Refused, Verdict } from './types.ts'

export interface Settlement {
  put: OutboxRow[]
  /** `seq` of rows that are done; their files go with them. */
  remove: number[]
  /** Held rows of the section: as the server has them now, changed by a bulk call, gone. */
  held: {
    section: string
    row: AnyRow | null
    changed: readonly string[]
    patch: Readonly<Record<string, unknown>>
    gone: readonly string[]
  } | null
}

export interface SettleInput {
  /** As it stands in the store now. */
  row: OutboxRow
  verdict: Verdict
  /** Later rows that share a record with it. */
  later: readonly OutboxRow[]
  now: number
  random: number
  newId: () => string
}

/**
 * The row behind sends the version that this verdict told (rule 5). A bulk call is sent without If-Match, so somebody
 * else's change may lie between what the person saw and what it told: then the row keeps its version and meets the conflict.
 */
function followUp(later: readonly OutboxRow[], { row, versions = {} }: Extract<Verdict, { kind: 'done' }>): OutboxRow[] {
  return later.flatMap((entry) => {
    const { base, touches } = entry
    if (!base) return []
    if (row && touches.includes(row.ref)) return [{ ...entry, base: { ...base, version: row.version } }]
    const next = (base.version ?? Number.NaN) + 1
    return touches.some((ref) => versions[ref] === next) ? [{ ...entry, base: { ...base, version: next } }] : []
  })
}

/** A bulk call in part refused: what was refused stays, parked, with the server's words. */
function refusedRow(row: OutboxRow, refused: readonly Refused[]): OutboxRow {
  const refs = refused.map(({ ref }) => ref)
  const error: LastError = { status: 422, code: 'invalid', message: refused.find(({ message }) => message)?.message ?? '' }
  const patch = 'ids' in row.patch ? { ...row.patch, ids: refs } : row.patch
  return { ...row, touches: refs, patch, state: 'parked', reason: 'rejected', lastError: error, decided: true }
}

function held(row: OutboxRow, fresh: AnyRow | null, refused: readonly Refused[]): Settlement['held'] {
  const done = row.touches.filter((ref) => !refused.some((entry) => entry.ref === ref))
  const isRemoval = row.action === 'remove'
  const { ids: _ids, ...patch } = row.patch
  return { section: row.section, row: fresh, changed: isRemoval || fresh ? [] : done, patch, gone: isRemoval ? done : [] }
}

export function settle({ row, verdict, later, now, random, newId }: SettleInput): Settlement {
  const only = (changed: Partial<OutboxRow>): Settlement => ({ put: [{ ...row, ...changed }], remove: [], held: null })
  switch (verdict.kind) {
    case 'done': {
      const change = held(row, verdict.row, verdict.refused)
      const behind = followUp(later, verdict)
      if (verdict.refused.length === 0) return { put: behind, remove: [row.seq], held: change }
      return { put: [refusedRow(row, verdict.refused), ...behind], remove: [], held: change }
    }
    case 'retry':
      return only({ state: 'queued', nextAttemptAt: now + pause(row.attempts, random, verdict.afterMs), lastError: verdict.error })
    case 'hold': {
      const uncounted = { attempts: Math.max(0, row.attempts - 1), lastError: verdict.error }
      if (verdict.why === 'auth') return only({ ...uncounted, state: 'parked', reason: 'auth' })
      return only({ ...uncounted, state: 'queued', nextAttemptAt: verdict.why === 'newer' ? now + 60_000 : 0 })
    }
    case 'parked': {
      const base = verdict.reason === 'conflict' ? mergedBase(row, verdict.error.current) : null
      if (!base) return only({ state: 'parked', reason: verdict.reason, lastError: verdict.error, decided: verdict.decided })
      return only({ id: newId(), base, state: 'queued', attempts: 0, attempted: false, decided: false, nextAttemptAt: 0, lastError: null })
    }
  }
}
