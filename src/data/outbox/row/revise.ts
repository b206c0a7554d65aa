/** What a person does to a change that waits (rule 4): send it again, change it, drop it. Knows neither page nor database. */
import { isRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Base, NewRow, OutboxRow } from './types.ts'

/** 'sent': the server had done it already, so there is nothing left to change here. 'missing': it is no longer there. */
export type ActionResult = 'ok' | 'sent' | 'missing'

export interface RevisionParts {
  find: (seq: number) => Promise<OutboxRow | undefined>
  /**
   * Changes the row in one transaction; null from `change` removes it with its files and parks what needs the record it
   * would have made. False when it is another row by now.
   */
  replace: (was: OutboxRow, change: (row: OutboxRow) => OutboxRow | null) => Promise<boolean>
  /** The answer of `sync.cancel` for a mutation id. Throws offline. */
  cancel: (id: string) => Promise<unknown>
  wake: () => void
}

export interface Edit {
  /** The whole patch as it is to be sent; fields with files that wait stay as they are unless named. */
  patch: Readonly<Record<string, unknown>>
  /** Files in the place of those that wait. */
  files?: OutboxRow['files']
  /** After a conflict: the version and values the person decided on. */
  base?: Base
}

const fresh = { state: 'queued', reason: null, attempts: 0, nextAttemptAt: 0, lastError: null } as const

/** A row with a verdict goes on under a new id, in its old place; one without keeps its id. */
const renewed = (row: OutboxRow): OutboxRow => ({
  ...row,
  ...fresh,
  ...(row.decided && { id: uuidv7(), decided: false, attempted: false }),
})

/** True while the row is the one that was looked at: neither renewed nor taken by a drain since. */
export const isUnchangedSince = (row: OutboxRow | undefined, was: OutboxRow): row is OutboxRow =>
  row?.id === was.id && row.attempted === was.attempted

/** Later rows that need a record which will never be made, parked; `gone` is the create that was dropped. */
export function orphans(gone: OutboxRow, later: readonly OutboxRow[]): OutboxRow[] {
  // It makes its first record; the others are those whose lane it goes in.
  const [made] = gone.touches
  if (gone.action !== 'create' || made === undefined) return []
  const lastError = { status: 0, code: 'dependency', message: '' }
  return later
    .filter((row) => row.seq > gone.seq && (row.touches.includes(made) || row.dependsOn.includes(made)))
    .map((row) => ({ ...row, state: 'parked', reason: 'dependency', lastError }))
}

/** Refused, and known to have had no effect, so that a corrected try may take its place. */
const isRefused = ({ state, reason, decided, attempted }: OutboxRow): boolean =>
  state === 'parked' && (reason === 'rejected' || reason === 'tooLarge') && (decided || !attempted)

/** Refused tries of the same call, of records that the new one speaks of, too. */
export const refusedTries = (next: NewRow, waiting: readonly OutboxRow[]): OutboxRow[] =>
  waiting.filter(
    (row) =>
      isRefused(row) && row.call === next.call && row.section === next.section && row.touches.every((ref) => next.touches.includes(ref)),
  )

/**
 * A corrected try in the place of the only refused one. A call is said anew as a whole; of an update what the new one does not name stays,
 * on the version that was seen first, so that nothing of the person's is lost and nobody's is overwritten.
 */
export function inPlaceOf(refused: OutboxRow, next: NewRow): OutboxRow {
  if (next.action !== 'update') return { ...next, seq: refused.seq }
  const base = refused.base && next.base && { ...refused.base, values: { ...next.base.values, ...refused.base.values } }
  const kept = refused.files.filter(({ field }) => !Object.hasOwn(next.patch, field.split('.')[0] ?? field))
  return { ...next, seq: refused.seq, patch: { ...refused.patch, ...next.patch }, base: base ?? next.base, files: [...kept, ...next.files] }
}

/** Sends it again: at once when it waited, under a new id when the server had refused it. */
export async function retry({ find, replace, wake }: RevisionParts, seq: number): Promise<ActionResult> {
  const row = await find(seq)
  if (!row || row.state === 'sending') return row ? 'ok' : 'missing'
  const done = await replace(row, renewed)
  wake()
  return done ? 'ok' : 'missing'
}

/** Asks the server for a verdict on a row that may have reached it. True when it had taken effect. */
async function tookEffect(row: OutboxRow, cancel: RevisionParts['cancel']): Promise<boolean> {
  // A server without the additions keeps no verdicts that it could be asked for.
  if (!row.attempted || row.decided || row.plain) return false
  const response = await cancel(row.id)
  const status = isRecord(response) ? Number(response.status) : 0
  return status >= 200 && status < 300
}

/** A parked row would stay where it is, so the drain asks under its id what the server made of it. */
async function requestVerdict({ replace, wake }: RevisionParts, row: OutboxRow): Promise<'sent'> {
  await replace(row, (entry) => (entry.state === 'parked' ? { ...entry, ...fresh } : entry))
  wake()
  return 'sent'
}

/** Forgets a change. Throws what `cancel` throws when the server has to be asked first. */
export async function discard(parts: RevisionParts, seq: number): Promise<ActionResult> {
  const row = await parts.find(seq)
  if (!row) return 'missing'
  if (await tookEffect(row, parts.cancel)) return requestVerdict(parts, row)
  const done = await parts.replace(row, () => null)
  parts.wake()
  return done ? 'ok' : 'missing'
}

/** Changes what waits. 'sent' means it is too late: the change is an ordinary edit of the record now. */
export async function edit(parts: RevisionParts, seq: number, { patch, files, base }: Edit): Promise<ActionResult> {
  const row = await parts.find(seq)
  if (!row) return 'missing'
  if (await tookEffect(row, parts.cancel)) return requestVerdict(parts, row)
  // A row the server has just cancelled has a verdict, too.
  const done = await parts.replace(row, (entry) => ({
    ...renewed({ ...entry, decided: entry.decided || entry.attempted }),
    patch: entry.action === 'create' ? { ...patch, ref: entry.touches[0] ?? '' } : patch,
    files: files ?? entry.files,
    base: base ?? entry.base,
  }))
  parts.wake()
  return done ? 'ok' : 'missing'
}
