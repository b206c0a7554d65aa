import { useSession } from '#console/data/api/session.ts'
import type { Filter, ListQuery } from '#contract/kit/field/list-query.ts'
import { roleFlags } from '#contract/kit/field/permission.ts'
import { listHref } from './list-href.ts'

/** Filter for a salesperson's own leads; none for those who manage all. */
export function useMine(): readonly Filter[] {
  const { session } = useSession()
  // An id missing in the session would filter by nobody.
  return session?.user.id && roleFlags(session.roles).isSales ? [{ field: 'sales', values: [String(session.user.id)] }] : []
}

/** URL of the filtered list of leads. */
export const leadsHref = (query: Partial<ListQuery>): string => listHref('leads', query)
