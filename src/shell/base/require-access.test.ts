import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configStore } from '#console/data/api/config.ts'
import { type SessionState, sessionStore } from '#console/data/api/session.ts'
import { unknownConfig } from '#console/data/outbox/wire/read-config.ts'
import { sections } from '#contract/sections/index.ts'
import { takeLastPath } from './last-path.ts'
import { requireAccess, requireGuest, requireSession, requireStart } from './require-access.ts'

const guest: SessionState = { status: 'guest', session: null, notice: null, ended: null }

function signedIn(permissions: string[], roles = ['Sales']): SessionState {
  const user = { id: 7, ref: 'r', name: 'Sari', email: 'sari@lapangan.test' }
  return { ...guest, status: 'signed-in', session: { token: 't', roles, permissions, roleRead: [], user } }
}

/** Returns a guard's redirect; null when it passes. */
async function sentTo(guard: Promise<unknown>): Promise<{ to: unknown; search: unknown } | null> {
  try {
    await guard
    return null
  } catch (error) {
    if (!isRedirect(error)) throw error
    return { to: error.options.to ?? error.options.href, search: error.options.search }
  }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  configStore.set(unknownConfig)
  sessionStore.set(guest)
})
afterEach(() => vi.unstubAllGlobals())

it('a guard sends a guest to sign in and back afterwards', async () => {
  expect((await sentTo(requireSession('/bank/list?page=3')))?.to).toBe('/login')
  expect(takeLastPath()).toBe('/bank/list?page=3')
  expect(takeLastPath()).toBe('/')
})

it.each(['/', '/dashboard', '/login', '/forgot-password', '/restriction-page?path=%2Frole', '//evil.test/x', '/\\evil.test'])(
  'a guard does not store %s',
  async (href) => {
    await sentTo(requireSession(href))
    expect(takeLastPath()).toBe('/')
  },
)

it('a guard sends a person without a role to sign in', async () => {
  sessionStore.set(signedIn(['get bank'], []))
  expect((await sentTo(requireSession('/bank/list')))?.to).toBe('/login')
})

it('a guard shows the restriction page, with the attempted path, without permission', async () => {
  sessionStore.set(signedIn(['get bank']))
  expect(await sentTo(requireAccess('bank', 'get', '/bank/list'))).toBeNull()
  expect(await sentTo(requireAccess('bank', 'create', '/bank/add'))).toEqual({ to: '/restriction-page', search: { path: '/bank/add' } })
  expect(await sentTo(requireAccess('role', 'get', '/role/list'))).toEqual({ to: '/restriction-page', search: { path: '/role/list' } })
})

it('a guard requires the permission of the menu item, too', async () => {
  sessionStore.set(signedIn(['create bank']))
  expect((await sentTo(requireAccess('bank', 'create', '/bank/add')))?.to).toBe('/restriction-page')
})

it.each(['get crm', 'get assign-sales'])('a guard opens the chat with %s', async (permission) => {
  sessionStore.set(signedIn([permission]))
  expect(await sentTo(requireAccess('chat-platform', 'get', '/chat-platform/list'))).toBeNull()
})

it('a guard closes the chat to everybody else', async () => {
  sessionStore.set(signedIn(['get bank', 'update member']))
  expect((await sentTo(requireAccess('chat-platform', 'get', '/chat-platform/list')))?.to).toBe('/restriction-page')
})

it.each(['chat-platform', 'whatsapp-number'])('the back office has no %s', async (section) => {
  sessionStore.set(signedIn(['get crm', 'get whatsapp-number']))
  expect(await sentTo(requireAccess(section, 'get', `/${section}/list`))).toBeNull()
  configStore.set({ ...unknownConfig, backOffice: true })
  expect((await sentTo(requireAccess(section, 'get', `/${section}/list`)))?.to).toBe('/restriction-page')
})

it('a guard opens a report to those who may read it, and not in the back office', async () => {
  const open = (name: string) => sentTo(requireAccess(name, 'get', '/report/quantity'))
  const refused = { to: '/restriction-page', search: { path: '/report/quantity' } }
  for (const [name, permission] of [
    ['report', 'get sales-report'],
    ['report-quantity', 'get sales-report'],
    ['report-score-board', 'get sales-report'],
    ['report-activity', 'get sales-activity'],
    ['report-activity-history', 'get sales-activity'],
  ] as const) {
    configStore.set(unknownConfig)
    sessionStore.set(signedIn(['get transaction']))
    expect(await open(name), name).toEqual(refused)
    sessionStore.set(signedIn([permission]))
    expect(await open(name), name).toBeNull()
    configStore.set({ ...unknownConfig, backOffice: true })
    expect(await open(name), name).toEqual(refused)
  }
})

it.each([
  ['media', 'content'],
  ['member-alert', 'member'],
  ['knowledge', 'bot-setting'],
])('a guard protects %s, which has no navigation entry, by the permission of its section', async (name, resource) => {
  const open = (action: 'get' | 'create' = 'get', path = `/${name}/list`) => sentTo(requireAccess(name, action, path))
  sessionStore.set(signedIn(['get bank']))
  expect(await open()).toEqual({ to: '/restriction-page', search: { path: `/${name}/list` } })
  sessionStore.set(signedIn([`get ${resource}`]))
  expect([await open(), (await open('create', `/${name}/add`))?.to]).toEqual([null, '/restriction-page'])
  configStore.set({ ...unknownConfig, backOffice: true })
  expect((await open())?.to).toBe(name === 'knowledge' ? '/restriction-page' : undefined)
})

it('a guard protects every section', async () => {
  sessionStore.set(signedIn([]))
  for (const name of Object.keys(sections))
    expect((await sentTo(requireAccess(name, 'get', `/${name}/list`)))?.to, name).toBe('/restriction-page')
})

it('a guard closes areas that this installation lacks', async () => {
  sessionStore.set(signedIn(['get bank', 'get user']))
  configStore.set({ ...unknownConfig, backOffice: true, auth: false })
  expect((await sentTo(requireAccess('bank', 'get', '/bank/list')))?.to).toBe('/restriction-page')
  expect((await sentTo(requireAccess('user', 'get', '/user/list')))?.to).toBe('/restriction-page')
})

it('a guard waits for the login check', async () => {
  sessionStore.set({ ...guest, status: 'checking' })
  const waiting = sentTo(requireAccess('bank', 'get', '/bank/list'))
  sessionStore.set(signedIn(['get bank']))
  expect(await waiting).toBeNull()
})

it('a guard redirects signed-in people from the screens of guests', async () => {
  expect(await sentTo(requireGuest())).toBeNull()
  sessionStore.set(signedIn(['get bank']))
  expect((await sentTo(requireGuest()))?.to).toBe('/')
})

it('a guard keeps a session without roles at the login', async () => {
  sessionStore.set(signedIn(['get bank'], []))
  for (const href of ['/', '/dashboard', '/bank/list']) expect((await sentTo(requireSession(href)))?.to).toBe('/login')
  expect(await sentTo(requireGuest())).toBeNull()
})

describe('the dashboard', () => {
  const dashboard = () => sentTo(requireAccess('dashboard', 'get', '/dashboard'))

  it('opens for every role except guest', async () => {
    sessionStore.set(signedIn([]))
    expect([await dashboard(), (await sentTo(requireStart()))?.to]).toEqual([null, '/dashboard'])
    sessionStore.set(signedIn([], ['Guest', 'Sales']))
    expect(await dashboard()).toBeNull()
    sessionStore.set(signedIn(['get bank'], ['Guest']))
    expect(await dashboard()).toEqual({ to: '/restriction-page', search: { path: '/dashboard' } })
  })

  it('is not where a guest begins', async () => {
    sessionStore.set(signedIn(['get bank'], ['guest']))
    expect((await sentTo(requireStart()))?.to).toBe('/bank/list')
    sessionStore.set(signedIn([], ['guest']))
    expect((await sentTo(requireStart()))?.to).toBe('/restriction-page')
  })
})
