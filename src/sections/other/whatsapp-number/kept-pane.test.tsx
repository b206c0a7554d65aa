// @vitest-environment happy-dom
import { notifyManager, onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#console/data/api/api-error.ts'
import { connectionStore } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { expectJob } from '#console/data/jobs/follow.ts'
import { jobStore, noJobs, withOne } from '#console/data/jobs/store.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Job } from '#contract/jobs.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { readKeptItems, whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { KeptNotice } from './kept-notice.tsx'
import { type KeptItem, KeptPane } from './kept-pane.tsx'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn() }))
vi.mock('#console/data/jobs/follow.ts', () => ({ expectJob: vi.fn() }))
vi.mock('#console/data/base/messages.ts', async (original) => ({ ...(await original<object>()), postMessage: vi.fn() }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ params, children }: { params: Record<string, string>; children: ReactNode }) => (
    <a href={`/${params.section}/${params.view}/list`}>{children}</a>
  ),
}))

const made = { number: 'Sales', account: '102290129340398', field: 'messages', at: '2026-11-20T02:00:00.000Z', body: '{"a":[1]}' }
const all: KeptItem[] = [
  { ...made, id: 4, kind: 'hologram', outcome: 'unknown' },
  { ...made, id: 3, kind: 'text', outcome: 'malformed', body: '{"a":"cut' },
  { ...made, id: 2, kind: 'messages', outcome: 'elsewhere', number: null },
  { ...made, id: 1, kind: 'edit', outcome: 'waiting' },
]
const job: Job = {
  ...{ id: 7, ref: 'job', kind: 'read-kept-items', state: 'running', section: 'whatsapp-number', subject: null, done: 1, total: 4 },
  ...{ step: null, problem: null, result: null, import: null, may_change: true, created_at: made.at, created_by: 'Sari' },
  ...{ run_at: made.at, started_at: made.at, ended_at: null, changed_at: made.at },
}
let items: KeptItem[] = []
let reading: (id: unknown) => { read: number; left: number }

let root: Root
const lines = () => [...document.querySelectorAll('main li')]
const press = (text: string, within: ParentNode = document) =>
  act(async () => [...within.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click())

async function draw(node: ReactNode, ...permissions: Permission[]): Promise<void> {
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: ['Root'], permissions, roleRead: [], user } }))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <main>{node}</main>
      </QueryClientProvider>,
    ),
  )
}
function goOffline(): void {
  connectionStore.set('offline')
  onlineManager.setOnline(false)
}
/** Presses 'Read all again' once it is offered. */
async function pressAll(): Promise<void> {
  await vi.waitFor(() => expect(document.body.textContent).toContain('Read all again'))
  await press('Read all again')
}
const pane = (search = {}) => (
  <KeptPane
    parts={{ section: whatsappNumber, columns: [], extras: {}, onIntent: () => undefined }}
    view={{ name: 'notUnderstood' }}
    state={{ search, show: () => undefined }}
    heading={{ level: 1, text: 'WhatsApp numbers' }}
  />
)

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['kit']), loadSectionWords('whatsapp-number')])
})
beforeEach(() => {
  items = [...all]
  reading = () => ({ read: 0, left: 1 })
  connectionStore.set('online')
  onlineManager.setOnline(true)
  vi.mocked(request)
    .mockReset()
    .mockImplementation(async (call, options) => {
      if (call.kind === 'mutation') return { message: 'Read', ...reading(options?.body) }
      const open = items.filter(({ outcome }) => outcome !== 'waiting')
      return { data: items, next_page: 0, total_record: open.length }
    })
  vi.mocked(postMessage).mockReset()
  vi.mocked(expectJob).mockReset()
  jobStore.set(noJobs)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
})

it('each item has its kind, number, time and words, and its JSON, indented', async () => {
  await draw(pane(), 'get security-log')
  await vi.waitFor(() => expect(lines()).toHaveLength(4))
  const [unknown, cut, elsewhere, waiting] = lines().map((line) => line.textContent)
  expect(unknown).toContain('messages · hologram')
  expect(unknown).toContain('20 Nov 2026, 09:00 · Sales')
  expect(unknown).toContain('This version does not know this kind.')
  expect(lines()[0]?.querySelector('pre')?.textContent).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(cut).toContain('only its beginning is kept')
  expect(elsewhere).toContain('WhatsApp account 102290129340398')
  expect(waiting).toContain('has not come yet')
  // What was cut and what waits cannot be read by a press.
  expect(lines().map((line) => line.querySelectorAll('button').length)).toEqual([1, 0, 1, 0])
})

it.each([
  ['is understood', { read: 1, left: 0 }, { kind: 'success', text: 'Understood. It is where it belongs now.' }],
  ['is not understood', { read: 0, left: 1 }, { kind: 'info', text: 'Still not understood.' }],
  ['was read before', { read: 0, left: 0 }, { kind: 'info', text: 'It was read before.' }],
])('one item that %s says so after the press', async (_, result, message) => {
  const asked: unknown[] = []
  reading = (body) => {
    asked.push(body)
    if (!result.left) items = items.filter(({ id }) => id !== 4)
    return result
  }
  await draw(pane(), 'get security-log')
  await vi.waitFor(() => expect(lines()).toHaveLength(4))
  await press('Read again')
  expect(asked).toEqual([{ id: 4 }])
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(message)
  await vi.waitFor(() => expect(lines()).toHaveLength(result.left ? 4 : 3))
})

it('reading all shows how far the task is, also after the screen was left, and what came of it', async () => {
  await draw(pane(), 'get security-log')
  await pressAll()
  expect(vi.mocked(request)).toHaveBeenCalledWith(readKeptItems, { body: {} })
  expect(expectJob).toHaveBeenCalledOnce()
  await act(async () => jobStore.set((old) => withOne(old, job)))
  const shown = () => document.querySelector('main')?.textContent
  const progress = () => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
  for (const at of ['here', 'left']) {
    if (at === 'left') {
      await draw(null)
      await draw(pane(), 'get security-log')
    }
    expect(progress(), at).toBe('25')
    expect(shown(), at).toContain('1 of 4 read again.')
    expect([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Read all again')?.disabled, at).toBe(true)
  }
  items = items.slice(0, 2)
  await act(async () => jobStore.set((old) => withOne(old, { ...job, state: 'done', done: 2, ended_at: made.at })))
  expect(shown()).toContain('Read again: 20 Nov 2026, 09:00. Understood: 2. Still not understood: 2.')
  await vi.waitFor(() => expect(lines()).toHaveLength(2))
  await act(async () => jobStore.set((old) => withOne(old, { ...job, state: 'dead', problem: 'Something wrong' })))
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Something wrong')
})

it('reading all is offered only while something can be read again', async () => {
  items = all.filter(({ outcome }) => outcome === 'waiting')
  await draw(pane(), 'get security-log')
  await vi.waitFor(() => expect(lines()).toHaveLength(1))
  expect(document.body.textContent).not.toContain('Read all again')
})

it('a reading that fails says why, and offline nothing is offered to press', async () => {
  await draw(pane(), 'get security-log')
  await vi.waitFor(() => expect(lines()).toHaveLength(4))
  reading = () => {
    throw new ApiError('The server is busy', 503, 'unavailable')
  }
  await pressAll()
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: 'The server is busy' })
  await act(async () => connectionStore.set('offline'))
  expect([...document.querySelectorAll('button')].every(({ disabled }) => disabled)).toBe(true)
})

it.each([
  ['that is empty', () => (items = []), 'Everything that WhatsApp sent was understood.'],
  ['that failed', () => vi.mocked(request).mockRejectedValue(new ApiError('Too many requests', 429, 'rate')), 'Too many requests'],
  ['without a connection', goOffline, 'This list needs a connection.'],
])('a list %s has words', async (_, prepare, words) => {
  prepare()
  await draw(pane(), 'get security-log')
  await vi.waitFor(() => expect(document.body.textContent).toContain(words))
})

it('a search is asked of the server, and without a match claims nothing of the rest', async () => {
  items = []
  await draw(pane({ query: 'search:0812-3456' }), 'get security-log')
  await vi.waitFor(() => expect(document.body.textContent).toContain('No Data Found.'))
  expect(document.body.textContent).not.toContain('was understood')
  const asked = vi.mocked(request).mock.calls.map(([, options]) => options?.list?.search)
  expect(asked).toContain('0812-3456')
})

it('the list of numbers says how many items were not understood to Root alone, with a way to them', async () => {
  await draw(<KeptNotice />, 'get whatsapp-number')
  expect(request).not.toHaveBeenCalled()
  await draw(<KeptNotice />, 'get security-log')
  await vi.waitFor(() => expect(document.body.textContent).toContain('3 items from WhatsApp were not understood.'))
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/whatsapp-number/not-understood/list')
})
