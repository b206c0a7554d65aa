/** How long an import may be undone (docs/product/leads.md#import). */

/** Days in which it is listed, among the tasks as well, and may be undone. */
export const undoDays = 30

const day = 86_400_000

interface Undoable {
  state: string
  /** Time of the last stored rows. */
  changed_at: string
  created: number
  updated: number
  dry_run: boolean
  in_parts: boolean
}

/** Returns the end of its undo; it may pass once one has begun. Null while a job runs, and where nothing was stored. */
export function undoUntil({ state, changed_at, created, updated, dry_run, in_parts }: Undoable, now = Date.now()): string | null {
  if (dry_run || state === 'undone' || (state === 'running' && !in_parts)) return null
  if (state !== 'undoing' && created + updated === 0) return null
  const until = Date.parse(changed_at) + undoDays * day
  return state === 'undoing' || until > now ? new Date(until).toISOString() : null
}
