import { PgSelectBase } from 'drizzle-orm/pg-core'

/** Lets every read of this process go without a lock, to verify that the run notices it. */
export function withoutLocks(): void {
  PgSelectBase.prototype.for = function unlocked() {
    return this
  }
}
