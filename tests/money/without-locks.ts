import { PgSelectBase } from 'drizzle-orm/pg-core'

/** Disables locks of this process' reads, to verify that the run detects it. */
export function withoutLocks(): void {
  PgSelectBase.prototype.for = function unlocked() {
    return this
  }
}
