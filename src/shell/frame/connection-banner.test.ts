import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Connection, connectionStore } from '#console/data/api/connection.ts'
import { type DatabaseState, databaseStore } from '#console/data/cache/database-state.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import { ConnectionBanner } from './connection-banner.tsx'

// Static rendering: the banner shows the stores' current values.
vi.mock(import('#console/data/api/connection.ts'), async (original) => {
  const connection = await original()
  return { ...connection, useConnection: () => connection.connectionStore.get() }
})
vi.mock(import('#console/data/cache/database-state.ts'), async (original) => {
  const database = await original()
  return { ...database, useDatabaseState: () => database.databaseStore.get() }
})

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

function shownText(connection: Connection): string {
  connectionStore.set(connection)
  return renderToStaticMarkup(createElement(ConnectionBanner)).replace(/<[^>]*>/g, '')
}

test('the banner names the network or the server, and disappears on reconnection', async () => {
  await setLocale('en')
  expect(shownText('offline')).toBe('No Internet Connection. What you save waits here and is sent later.')
  expect(shownText('unreachable')).toBe('The server does not answer. What you save waits here and is sent later.')
  expect(shownText('online')).toBe('')
})

test.each<DatabaseState>(['refused', 'silent', 'lost', 'blocked', 'outdated'])(
  'the banner promises nothing while the database is %s',
  async (state) => {
    await setLocale('en')
    databaseStore.set(state)
    expect(shownText('offline')).toBe('No Internet Connection. Nothing can be saved meanwhile.')
    expect(shownText('unreachable')).toBe('The server does not answer. Nothing can be saved meanwhile.')
    databaseStore.set('ready')
    expect(shownText('offline')).toContain('What you save waits here')
  },
)
