import { sessionStore } from '#console/data/api/session.ts'
import { unassigned } from '#contract/choices/options.ts'
import { roleFlags } from '#contract/kit/field/permission.ts'

/** The number of the person here where they are a salesperson, to whom belongs what they add; else that of nobody. */
export function getOwnSales(): number {
  const { session } = sessionStore.get()
  return session && roleFlags(session.roles).isSales ? session.user.id : unassigned
}
