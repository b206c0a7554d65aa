/** Assignment of records to salespeople. */
import type { CurrentUser } from '#server/platform/core/context.ts'

/** Assigning needs its own permission; taking an unassigned one (0), or releasing one's own, does not. */
export function mayAssign(user: CurrentUser, from: number, to: number): boolean {
  if (from === to || user.permissions.has('update assign-sales')) return true
  return (from === 0 && to === user.id) || (from === user.id && to === 0)
}
