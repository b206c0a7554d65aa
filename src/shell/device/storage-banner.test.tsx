// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { notifyBeforeReload } from '#console/data/base/before-reload.ts'
import { type DatabaseState, databaseStore } from '#console/data/cache/database-state.ts'
import { openDatabaseAnew } from '#console/data/cache/db.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { StorageBanner } from './storage-banner.tsx'

vi.mock('#console/data/cache/db.ts', () => ({ openDatabaseAnew: vi.fn(async () => databaseStore.set('ready')) }))
vi.mock('#console/data/base/before-reload.ts', () => ({ notifyBeforeReload: vi.fn() }))

let root: Root | null = null

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages('device')
})
beforeEach(async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root?.render(<StorageBanner />))
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  databaseStore.set('ready')
  vi.clearAllMocks()
})

const banner = () => document.querySelector('[role="alert"]')
const buttons = () => [...document.querySelectorAll('button')]

async function show(state: DatabaseState): Promise<void> {
  await act(async () => databaseStore.set(state))
}

const troubles: [DatabaseState, string, string[]][] = [
  ['silent', 'The storage of this browser does not answer.', ['Try again', 'Reload']],
  ['lost', 'This browser lost the connection to its storage.', ['Start again']],
  ['blocked', 'An older version of this app is open in another tab.', ['Reload']],
  ['outdated', 'A newer version of this app is open in another tab.', ['Reload']],
]

it.each(troubles)('a database that is %s says so and offers what helps, until it answers', async (state, words, offers) => {
  expect(banner()).toBeNull()
  await show(state)
  expect(banner()?.textContent).toContain(words)
  expect(buttons().map(({ textContent }) => textContent)).toEqual(offers)
  await show('ready')
  expect(banner()).toBeNull()
})

it('a browser that opens no database is offered no reload, which would not help', async () => {
  await show('refused')
  expect(banner()).toBeNull()
})

it('a press on try again opens a silent database anew, and a press on reload lets forms keep their drafts first', async () => {
  await show('silent')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await act(async () => buttons()[1]?.click())
  expect(notifyBeforeReload).toHaveBeenCalledBefore(reload)
  await act(async () => buttons()[0]?.click())
  expect(openDatabaseAnew).toHaveBeenCalledOnce()
  expect(banner()).toBeNull()
})
