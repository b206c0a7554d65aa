import { sessionStore } from '#console/data/session.ts'
import { roleFlags } from '#contract/kit/permission.ts'
import { unassigned } from '#contract/options.ts'

/** A salesperson's new lead is their own; everybody else's waits for somebody to take it. */
export function newLead(): { sales: number } {
  const { session } = sessionStore.get()
  return { sales: session && roleFlags(session.roles).isSales ? session.user.id : unassigned }
}
