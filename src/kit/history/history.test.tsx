// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { request } from '#console/data/api/request.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { post } from '#contract/sections/content/post.ts'
import { type Part, submitBulk } from '../actions/submit-bulk.ts'
import { History } from './history.tsx'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn() }))
vi.mock('#console/ui/confirm.ts', () => ({ confirm: vi.fn() }))
vi.mock('../actions/submit-bulk.ts', () => ({ submitBulk: vi.fn(), showOutcome: () => undefined }))

const record = {
  ...{ id: 1, ref: 'one', version: 7, created_at: '', created_by: null, updated_at: '', updated_by: null },
  ...{ title: 'Salah', body: '<p>Isi</p>', slug: 'laporan', status: 'publish', meta_title: 'Meta' },
}
const old = { ...record, version: 2, title: 'Benar', meta_title: null, status: 'draft' }
const entry = (version: number | null): HistoryEntry => ({
  ...{ id: version ?? 99, version, action: 'update', changes: {}, mutation: null },
  ...{ created_at: '2026-03-01T02:00:00.000Z', created_by: 'Sari', user: 1 },
})

let root: Root
let client: QueryClient
const buttons = () => [...document.querySelectorAll('li')].map((each) => each.querySelector('button'))
const draw = async (mayRestore: boolean) => {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <History section={post} record={record} mayRestore={mayRestore} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(3))
}
const sent = () => vi.mocked(submitBulk).mock.calls.flatMap(([parts]: [readonly Part[]]) => parts.map(({ submission }) => submission))

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['history', 'kit']), loadSectionWords('post')])
})
beforeEach(() => {
  vi.mocked(request)
    .mockReset()
    .mockImplementation(async ({ name }) =>
      name === 'post.revision' ? { data: old } : { data: [entry(7), entry(null), entry(2)], next_page: 0 },
    )
  vi.mocked(confirm).mockReset()
  vi.mocked(submitBulk).mockReset().mockResolvedValue({ done: 1, texts: '', refused: [], waiting: 0, waitingIds: [] })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
})

it('a history offers to restore each version that it keeps and that is not the last, to those who may', async () => {
  await draw(true)
  expect(buttons().map((button) => button?.textContent)).toEqual([undefined, undefined, 'Restore this version'])
  await draw(false)
  expect(buttons()).toEqual([null, null, null])
})

it('the button of a version names what it changes, and saves those fields over the record that is shown', async () => {
  vi.mocked(confirm).mockResolvedValue(true)
  await draw(true)
  await act(async () => buttons()[2]?.click())
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  expect(confirm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      title: 'Restore the version of 1 Mar 2026, 09:00?',
      detail: 'It changes: Title, Search title. What is there now stays in the history.',
      action: 'Restore this version',
    }),
  )
  expect(request).toHaveBeenCalledWith(expect.objectContaining({ name: 'post.revision' }), { params: { id: 'one', version: 2 } })
  expect(sent()).toMatchObject([
    { call: { name: 'post.update' }, touches: ['one'], patch: { title: 'Benar', meta_title: null }, base: { version: 7 } },
  ])
})

it('the button of a version sends nothing to a person who says no', async () => {
  vi.mocked(confirm).mockResolvedValue(false)
  await draw(true)
  await act(async () => buttons()[2]?.click())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(buttons()[2]?.disabled).toBe(false))
  expect(sent()).toEqual([])
})
