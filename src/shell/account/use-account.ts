import { useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { type AccountSecurity, accountSecurity, ownSessions, type SessionEntry } from '#contract/account.ts'

const keys = { security: queryKeys.call(accountSecurity.name, ''), sessions: queryKeys.call(ownSessions.name, '') }
/** Never persisted: only the server knows the current state. */
const fresh = { staleTime: 0, gcTime: 0, retry: false, networkMode: 'always', meta: { keep: false } } as const

export const useSecurity = () =>
  useQuery({ ...fresh, queryKey: keys.security, queryFn: ({ signal }) => request<AccountSecurity>(accountSecurity, { signal }) })

export const useSessions = () =>
  useQuery({ ...fresh, queryKey: keys.sessions, queryFn: ({ signal }) => request<{ sessions: SessionEntry[] }>(ownSessions, { signal }) })

/** Refetches the account after a change. */
export function refreshAccount(): void {
  for (const queryKey of Object.values(keys)) void queryClient.invalidateQueries({ queryKey })
}
