/**
 * Checkpoints of the embedded database. Postgres leaves them to a process of their own, which it lacks: its log would grow until it is
 * closed, and a start after a kill would read all of it (docs/decisions/0096-acknowledged-is-on-the-disk.md).
 */
import type { PGlite } from '@electric-sql/pglite'

const MiB = 1_048_576
const everyMs = 5_000

interface Limits {
  /** Bytes of log since the last checkpoint: for one while nobody waits, and for one at any time. */
  quiet: number
  most: number
}

const usual: Limits = { quiet: 64 * MiB, most: 256 * MiB }

export interface Checkpoints {
  /** Makes a checkpoint if it is time for one; returns whether it did. */
  look(): Promise<boolean>
  stop(): void
}

/** `isQuiet`: whether nobody waits for the database, which does nothing else meanwhile. */
export function startCheckpoints(client: PGlite, isQuiet: () => boolean, limits: Limits = usual): Checkpoints {
  async function look(): Promise<boolean> {
    const grown = 'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()'
    const { rows } = await client.query<{ bytes: number }>(grown)
    const bytes = rows[0]?.bytes ?? 0
    if (bytes < (isQuiet() ? limits.quiet : limits.most)) return false
    await client.exec('checkpoint')
    return true
  }
  // A closed database has nothing to do, and one that was lost says so itself.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  timer.unref()
  return { look, stop: () => clearInterval(timer) }
}
