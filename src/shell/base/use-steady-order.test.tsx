// @vitest-environment happy-dom
import { act, type ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import { jobStore, noJobs } from '#console/data/jobs/store.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import type { Job } from '#contract/jobs.ts'
import { testRow } from '#tests/support/test-row.ts'
import { WaitingCard } from '../dashboard/waiting-card.tsx'
import { OutboxScreen } from '../outbox/outbox-screen.tsx'
import { TasksPanel } from '../tasks/tasks-panel.tsx'

vi.mock('./path-link.tsx', () => ({ PathLink: () => null }))
vi.mock('../outbox/changes.tsx', () => ({ Changes: () => null }))
vi.mock('#console/data/jobs/follow.ts', () => ({ lookAtJobs: () => undefined }))

let root: Root
/** Nodes removed from the page since the render; moved ones, too. */
let removed: Node[]
const watch = new MutationObserver((records) => removed.push(...records.flatMap(({ removedNodes }) => [...removedNodes])))

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['outbox', 'tasks', 'dashboard', 'kit'])
  connectionStore.set('online')
})
beforeEach(() => {
  removed = []
})
afterEach(() => {
  watch.disconnect()
  act(() => root.unmount())
  outboxStore.set({ rows: [], ready: true, settled: [] })
  jobStore.set(noJobs)
})

async function draw(Screen: ComponentType): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Screen />))
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Finds a row or button by text. */
function find(selector: 'li' | 'button', words: string, within: ParentNode = document): HTMLElement {
  const found = [...within.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) => textContent?.includes(words))
  if (!found) throw new Error(`no ${selector} says ${words}`)
  return found
}

const order = () => [...document.querySelectorAll('li')].map(({ textContent }) => /Row \d/.exec(textContent ?? '')?.[0])
const movedRows = () =>
  [...watch.takeRecords().flatMap((record) => [...record.removedNodes]), ...removed].filter(({ nodeName }) => nodeName === 'LI')

function showRows(states: Readonly<Record<number, Partial<OutboxRow>>>): void {
  const rows = Object.entries(states).map(([seq, values]) => testRow({ seq: Number(seq), label: `Row ${seq}`, ...values }))
  outboxStore.set({ rows, ready: true, settled: [] })
}

function showJobs(states: Readonly<Record<number, Job['state']>>): void {
  const now = new Date().toISOString()
  const same = {
    kind: 'import',
    section: null,
    done: 0,
    total: null,
    step: null,
    problem: null,
    result: 'rows.csv',
    import: null,
    may_change: true,
  }
  const times = { created_at: now, created_by: null, run_at: now, started_at: now, ended_at: null, changed_at: now }
  const jobs = Object.entries(states).map(([id, state]) => ({ ...same, ...times, id: Number(id), ref: id, state, subject: `Row ${id}` }))
  jobStore.set({ ...noJobs, jobs: jobs.reverse(), answeredAt: Date.now() })
}

it('a row of the outbox keeps its place, button and focus when its state changes', async () => {
  showRows({ 1: {}, 2: {}, 3: { state: 'parked', reason: 'rejected' } })
  await draw(OutboxScreen)
  expect(order()).toEqual(['Row 3', 'Row 1', 'Row 2'])
  const row = find('li', 'Row 1')
  const [again, discard] = [find('button', 'Try again', row), find('button', 'Discard', row)]
  for (const button of [again, discard]) {
    act(() => button.focus())
    for (const values of [{ state: 'sending' }, { state: 'parked', reason: 'rejected' }, { state: 'queued', attempts: 1 }] as const) {
      act(() => showRows({ 1: values, 2: { state: 'parked', reason: 'rejected' }, 3: {} }))
      expect([find('li', 'Row 1'), find('button', 'Try again', row), find('button', 'Discard', row)]).toEqual([row, again, discard])
      expect([document.activeElement, again.matches(':disabled'), discard.matches(':disabled')]).toEqual([button, false, false])
    }
  }
  expect([order(), movedRows()]).toEqual([['Row 3', 'Row 1', 'Row 2'], []])
  act(() => showRows({ 1: { state: 'sending' }, 2: {}, 4: { state: 'parked', reason: 'rejected' } }))
  expect(order()).toEqual(['Row 4', 'Row 1', 'Row 2'])
  act(() => root.render(null))
  await act(async () => root.render(<OutboxScreen />))
  expect(document.body.textContent).toContain('1 change needs your decision · 2 changes waiting to be sent')
})

it('a task stays where it is, with its button and the focus, when it fails or ends', async () => {
  showJobs({ 1: 'dead', 2: 'running', 3: 'done' })
  await draw(() => <TasksPanel onClose={() => undefined} />)
  expect(order()).toEqual(['Row 2', 'Row 1', 'Row 3'])
  const row = find('li', 'Row 2')
  const download = find('button', 'Download', row)
  act(() => download.focus())
  for (const state of ['dead', 'waiting', 'running', 'done', 'cancelled'] as const) {
    act(() => showJobs({ 1: 'waiting', 2: state, 3: 'dead' }))
    expect([find('li', 'Row 2'), find('button', 'Download', row), document.activeElement]).toEqual([row, download, download])
  }
  expect([order(), movedRows()]).toEqual([['Row 2', 'Row 1', 'Row 3'], []])
})

it('a row of the card of waiting changes keeps its node when its state changes', async () => {
  showRows({ 1: {}, 2: {} })
  await draw(WaitingCard)
  const row = find('li', 'Row 1')
  for (const state of ['sending', 'parked', 'queued'] as const) {
    act(() => showRows({ 1: { state }, 2: {} }))
    expect(find('li', 'Row 1')).toBe(row)
  }
  expect(movedRows()).toEqual([])
})
