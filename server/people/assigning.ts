/** Whose records are whose: who hands one of them to another salesperson. */
import type { CurrentUser } from '#server/platform/core/context.ts'

/** Assigning needs its own permission; taking one that nobody has (0), or letting one's own go, does not. */
export function mayAssign(user: CurrentUser, from: number, to: number): boolean {
  if (from === to || user.permissions.has('update assign-sales')) return true
  return (from === 0 && to === user.id) || (from === user.id && to === 0)
}
