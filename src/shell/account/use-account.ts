import { useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { type AccountSecurity, accountSecurity, ownSessions, type SessionEntry } from '#contract/account.ts'

const keys = { security: queryKeys.call(accountSecurity.name, ''), sessions: queryKeys.call(ownSessions.name, '') }
/** Never kept on the device: only the server knows how it stands. */
const fresh = { staleTime: 0, gcTime: 0, retry: false, networkMode: 'always', meta: { keep: false } } as const

export const useSecurity = () =>
  useQuery({ ...fresh, queryKey: keys.security, queryFn: ({ signal }) => request<AccountSecurity>(accountSecurity, { signal }) })

export const useSessions = () =>
  useQuery({ ...fresh, queryKey: keys.sessions, queryFn: ({ signal }) => request<{ sessions: SessionEntry[] }>(ownSessions, { signal }) })

/** Asks anew how the account stands, after something was changed. */
export function refreshAccount(): void {
  for (const queryKey of Object.values(keys)) void queryClient.invalidateQueries({ queryKey })
}
