import { useSession } from '#console/data/api/session.ts'
import type { Filter, ListQuery } from '#contract/kit/field/list-query.ts'
import { roleFlags } from '#contract/kit/field/permission.ts'
import { listHref } from './list-href.ts'

/** The filter for a salesperson's own leads; nothing for those who look after all of them. */
export function useMine(): readonly Filter[] {
  const { session } = useSession()
  // A number that the session does not know would ask for nobody's leads.
  return session?.user.id && roleFlags(session.roles).isSales ? [{ field: 'sales', values: [String(session.user.id)] }] : []
}

/** The list of leads, filtered, as a link. */
export const leadsHref = (query: Partial<ListQuery>): string => listHref('leads', query)
