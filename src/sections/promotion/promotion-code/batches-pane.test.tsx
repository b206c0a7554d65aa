// @vitest-environment happy-dom
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { submit } from '#console/data/writes/submit.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { BatchesPane } from './batches-pane.tsx'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn() }))
vi.mock('#console/data/writes/submit.ts', () => ({ submit: vi.fn() }))
vi.mock('#console/data/base/messages.ts', async (original) => ({ ...(await original<object>()), postMessage: vi.fn() }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ params, search, children }: { params: Record<string, string>; search: Record<string, string>; children: ReactNode }) => (
    <a href={`/${params.section}/list?query=${search.query}`}>{children}</a>
  ),
}))

/** Active codes of each batch, on the server. */
const active = new Map<string, number>()
const batch = (id: number, name: string) => ({
  ...{ id, batch: name, name: null, codes: 100, used: 7, active: active.get(name) ?? 0 },
  ...{ created_at: '2026-03-01T02:00:00.000Z', created_by: 'Sari' },
})

let root: Root
const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
async function draw(...permissions: Permission[]): Promise<void> {
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <BatchesPane
          parts={{ section: promotionCode, columns: [], extras: {}, onIntent: () => undefined }}
          view={{ name: 'batches' }}
          state={{ search: {}, show: () => undefined }}
          heading={{ level: 1, text: 'Batches' }}
        />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['kit']), loadSectionWords('promotion-code')])
})
beforeEach(() => {
  active.clear()
  active.set('RAYA', 93).set('LAMA', 0)
  vi.mocked(request)
    .mockReset()
    .mockImplementation(async () => ({ data: [batch(1, 'RAYA'), batch(2, 'LAMA')], next_page: 0 }))
  vi.mocked(submit)
    .mockReset()
    .mockImplementation(async ({ patch }) => {
      active.set(String(patch.batch), patch.is_active === true ? 93 : 0)
      return { id: 'change', ids: ['change'], ref: '' }
    })
  vi.mocked(postMessage).mockReset()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
})

it('batches are shown with their uses and active codes, each with a link to its codes', async () => {
  await draw('get product')
  const made = '1 Mar 2026, 09:00 · Sari'
  expect(rows()).toEqual([
    ['RAYA', '7 / 100', '93', made],
    ['LAMA', '7 / 100', '0', made],
  ])
  expect(document.querySelector('tbody a')?.getAttribute('href')).toBe('/promotion-code/list?query=batch:RAYA')
  expect(request).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'promotion-code.batches' }), expect.anything())
})

it('a batch is switched off where a code of it is active, else on, and shows what it became', async () => {
  await draw('get product', 'update product')
  expect(rows().map((cells) => cells.at(-1))).toEqual(['Switch off', 'Switch on'])
  await act(async () => button('Switch off')?.click())
  await vi.waitFor(() => expect(rows().map((cells) => cells.at(-1))).toEqual(['Switch on', 'Switch on']))
  expect(postMessage).toHaveBeenLastCalledWith({ kind: 'success', text: 'RAYA is switched off' })
  await act(async () => document.querySelectorAll('button')[1]?.click())
  await vi.waitFor(() => expect(rows().map((cells) => cells.at(-1))).toEqual(['Switch on', 'Switch off']))
  expect(postMessage).toHaveBeenLastCalledWith({ kind: 'success', text: 'LAMA is switched on' })
  expect(vi.mocked(submit).mock.calls.map(([{ call, patch }]) => [call.name, patch])).toEqual([
    ['promotion-code.switchBatch', { batch: 'RAYA', is_active: false }],
    ['promotion-code.switchBatch', { batch: 'LAMA', is_active: true }],
  ])
})

it('a switch that is refused says why, and can be pressed again', async () => {
  vi.mocked(submit).mockRejectedValue(new ApiError('The batch is locked', 409, 'conflict'))
  await draw('get product', 'update product')
  await act(async () => button('Switch off')?.click())
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: 'The batch is locked' })
  expect(button('Switch off')?.disabled).toBe(false)
})
