import { sessionStore } from '#console/data/api/session.ts'
import { unassigned } from '#contract/choices/options.ts'
import { roleFlags } from '#contract/kit/field/permission.ts'

/** Id of the current user if a salesperson, who owns what they add; else the unassigned id. */
export function getOwnSales(): number {
  const { session } = sessionStore.get()
  return session && roleFlags(session.roles).isSales ? session.user.id : unassigned
}
