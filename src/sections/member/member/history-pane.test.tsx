// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { request } from '#console/data/api/request.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { member } from '#contract/sections/member/member.ts'
import { HistoryPane } from './history-pane.tsx'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn() }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ params, children }: { params: Record<string, string>; children: ReactNode }) => (
    <a href={`/${params.section}/${params._splat}`}>{children}</a>
  ),
}))

const change = (id: number, name: string) => ({
  ...{ id, version: 2, action: 'update', changes: { city: ['Bandung', 'Jakarta'] }, mutation: null, user: 1 },
  ...{ created_at: '2026-03-01T02:00:00.000Z', created_by: 'Sari', member_id: id + 100, member_name: name },
})
const pageOf = (names: readonly string[], next_page: number) => ({ data: names.map((name, at) => change(at + 1, name)), next_page })

let root: Root
const show = vi.fn<(search: ListSearch, replace?: boolean) => void>()
const draw = (search: ListSearch) => {
  const props = { state: { search, show }, heading: { level: 1, text: 'Members' } } as const
  const parts = { section: member, columns: [], extras: {}, onIntent: () => undefined }
  return act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <HistoryPane parts={parts} view={{ name: 'history' }} {...props} />
      </QueryClientProvider>,
    ),
  )
}
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const asked = () => vi.mocked(request).mock.calls.map(([call, options]) => [call.path, options?.list])
let client: QueryClient

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['history', 'conflict', 'outbox', 'kit']), loadSectionWords('member')])
})
beforeEach(() => {
  vi.mocked(request).mockReset()
  show.mockReset()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
})

it('the history of all members names each, and reads older changes by steps', async () => {
  vi.mocked(request).mockResolvedValue(pageOf(['Budi', 'Citra'], 2))
  await draw({})
  await vi.waitFor(() => expect(document.querySelectorAll('ol > li')).toHaveLength(2))
  expect([...document.querySelectorAll('li a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Budi', '/member/detail/101'],
    ['Citra', '/member/detail/102'],
  ])
  await act(async () => button('Show older changes')?.click())
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  const list = { page: 1, sort: null, filters: [], search: '' }
  expect(asked()).toEqual([
    ['/member/in/v1/histories', { ...list, size: 20 }],
    ['/member/in/v1/histories', { ...list, size: 40 }],
  ])
})

it('the history of all members is searched and filtered by its address, which loses its filters at a press', async () => {
  vi.mocked(request).mockResolvedValue(pageOf([], 0))
  await draw({ query: 'action:delete,search:budi' })
  await vi.waitFor(() => expect(document.querySelector('[role=status]')?.textContent).toBe('No Data Found.'))
  expect(asked()).toMatchObject([[expect.anything(), { search: 'budi', filters: [{ field: 'action', values: ['delete'] }] }]])
  await act(async () => button('Clear filters')?.click())
  expect(show).toHaveBeenCalledExactlyOnceWith({}, false)
})
