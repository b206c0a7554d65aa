import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ApiError } from '#console/data/api/api-error.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

let retry: () => void = () => undefined
// Static rendering reads the stores as they are.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, read: () => T) => read(),
}))
vi.mock('./leads-by-status.tsx', () => ({ LeadsByStatus: () => null }))
vi.mock('./follow-ups.tsx', () => ({ FollowUps: () => null }))
vi.mock('./add-links.tsx', () => ({ AddLinks: () => null }))
vi.mock('./waiting-card.tsx', () => ({ WaitingCard: () => null }))
vi.mock('#console/kit/parts/retry-button.tsx', () => ({
  RetryButton: ({ onRetry }: { onRetry: () => void }) => {
    retry = onRetry
    return <button type="button" />
  },
}))

const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
const words = 'Sedang dirawat'
let isDown = true
let readings = 0

/** Reads two cards with counts that are already cached. */
async function readCards() {
  for (const page of [1, 2]) {
    const queryKey = queryKeys.list('leads', { ...firstPage, page })
    client.setQueryData(queryKey, { total_record: 1 })
    const queryFn = async () => {
      readings += 1
      if (isDown) throw new ApiError(words, 503, 'unavailable')
      return { total_record: 2 }
    }
    const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
    observer.subscribe(() => undefined)
    await observer.refetch()
  }
}

function drawnFor(permissions: string[]): string {
  const user = { id: 7, ref: 'r', name: 'Sari', email: 'sari@lapangan.test' }
  const session = { token: 't', roles: ['Sales'], permissions, roleRead: [], user }
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DashboardScreen />
    </QueryClientProvider>,
  )
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages('dashboard')
  await readCards()
})
afterAll(() => vi.unstubAllGlobals())

it('the dashboard shows one notice for all cards with older numbers, and refetches them at a press', async () => {
  expect(drawnFor(['get crm']).split(words)).toHaveLength(2)
  isDown = false
  retry()
  await vi.waitFor(() => expect([readings, client.isFetching()]).toEqual([4, 0]))
  expect(drawnFor(['get crm'])).not.toContain('data-stale')
})
