import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeClient, openScope, type TestScope } from './test-scope.ts'

let scope: TestScope

async function click(data: unknown, newTab = false, press: { action?: string; reply?: string | null } = {}): Promise<boolean> {
  vi.resetModules()
  const { writePreferences } = await import('#console/data/outbox/wire/credentials.ts')
  await writePreferences({ alerts: true, newTab })
  const { handleClick } = await import('./notification-click.ts')
  let closed = false
  const close = () => {
    closed = true
  }
  await handleClick({ notification: { data, title: 'Ibu Ratna', close }, action: '', ...press })
  return closed
}

beforeEach(() => {
  scope = openScope()
})
afterEach(() => vi.unstubAllGlobals())

const notified = () => scope.clients.map(({ received, focused }) => [received.length, focused])

test('a click focuses the tab with the inbox, and opens the room', async () => {
  scope.clients = [makeClient('/leads/list', 'visible'), makeClient('/chat-platform/list?room=x')]
  expect(await click({ place: 'room', ref: 'r1' })).toBe(true)
  expect(notified()).toEqual([
    [0, false],
    [1, true],
  ])
  expect(scope.clients[1]?.received).toEqual([{ type: 'open-alert', place: 'room', ref: 'r1' }])
  expect(scope.opened).toEqual([])
})

test('a click focuses a visible tab without an inbox, otherwise any', async () => {
  scope.clients = [makeClient('/leads/list'), makeClient('/bank/list', 'visible')]
  await click({ place: 'room', ref: 'r1' })
  expect(notified()).toEqual([
    [0, false],
    [1, true],
  ])
  scope.clients = [makeClient('/leads/list'), makeClient('/simulator', 'visible'), makeClient('/docs')]
  await click({ place: 'room', ref: 'r1' })
  expect(notified()).toEqual([
    [1, true],
    [0, false],
    [0, false],
  ])
})

test('a click opens a new tab where the person prefers it, or none is open', async () => {
  scope.clients = [makeClient('/chat-platform/list')]
  await click({ place: 'room', ref: 'r 1' }, true)
  scope.clients = []
  await click({ place: 'room', ref: 'r2' })
  expect(scope.opened).toEqual(['/chat-platform/list?room=r%201', '/chat-platform/list?room=r2'])
})

test('a click on a question opens the inbox of questions with its chat', async () => {
  scope.clients = [makeClient('/chat-platform/list', 'visible'), makeClient('/tanya-saham/list')]
  await click({ place: 'question', ref: 'q1' })
  expect(scope.clients[1]?.received).toEqual([{ type: 'open-alert', place: 'question', ref: 'q1' }])
  scope.clients = []
  await click({ place: 'question', ref: 'q 2' })
  expect(scope.opened).toEqual(['/tanya-saham/list?open=q%202'])
})

test('any other notification opens the console', async () => {
  scope.clients = [makeClient('/leads/list')]
  await click(undefined)
  expect(notified()).toEqual([[0, true]])
  scope.clients = []
  await click(null)
  expect(scope.opened).toEqual(['/'])
})
