import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityLog as section } from '#contract/sections/auth/security-log.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { clientId, demoClientSecret } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { securityEvents } from '#server/db/tables/platform.ts'
import { runHousekeeping } from '#server/platform/housekeeping.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest, type TestResponse } from '#tests/support/request.ts'

let test: TestPlatform
let app: Hono
let root: Person
let asRoot: TestRequest

beforeAll(async () => {
  test = await testPlatform({ SIGN_IN_ATTEMPTS: '5' })
  app = createApp(test.platform)
  root = await makePerson(test.platform, [], 'Root', true)
  asRoot = requestAs(app, root)
})
afterAll(() => test.close())

/** Reads as Root, newest first. */
async function logged(query = ''): Promise<TestResponse['body'][]> {
  await test.platform.background.settled()
  await test.platform.securityLog.flush()
  const response = await asRoot('GET', `${section.path}?size=1000&query=${encodeURIComponent(query)}`)
  expect(response.status).toBe(200)
  return response.body.data
}

function signIn(username: string, password: string) {
  const body = JSON.stringify({ username, password, client_id: clientId, client_secret: demoClientSecret })
  return app.request('/admin/public/v1/login', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

describe('the security log', () => {
  it('tells who signed in and who failed, and writes no password that was typed as a name', async () => {
    const person = await makePerson(test.platform, ['get bank'])
    expect((await signIn(person.email, testPassword)).status).toBe(200)
    for (let attempt = 0; attempt < 7; attempt++) await signIn(person.email, 'wrong')
    await signIn('my secret password', 'wrong')
    const events = await logged()
    expect(events).toContainEqual(expect.objectContaining({ event: 'sign-in', user: person.id, address: 'local', times: 1 }))
    const failures = events.filter((event) => event.event === 'sign-in-failed')
    expect(failures.map(({ name, user, detail, times }) => [name, user, detail, times])).toEqual([
      ['-', null, 'wrong name or password', 1],
      [person.email, null, 'too many attempts', 2],
      [person.email, person.id, 'wrong name or password', 5],
    ])
    expect(JSON.stringify(events)).not.toContain('my secret')
  })

  it('counts a flood of refusals in one row, with the call that was refused', async () => {
    const person = await makePerson(test.platform, ['get bank'])
    const ask = requestAs(app, person)
    for (let hit = 0; hit < 50; hit++) expect((await ask('GET', '/admin/in/v1/roles')).status).toBe(403)
    const events = await logged(`user:${person.id}`)
    expect(events).toMatchObject([{ event: 'refused', detail: 'role.list', times: 50, address: 'local' }])
  })

  it('fills no disk, however many different things are tried', async () => {
    const before = (await logged()).length
    for (let n = 0; n < 1_000; n++)
      test.platform.securityLog.count({ event: 'sign-in-failed', name: `n${n}@lapangan.test`, address: `${n}` })
    const after = await logged()
    expect(after.length - before).toBeLessThanOrEqual(201)
    expect(after.find(({ detail }) => detail?.startsWith('more than'))?.times).toBeGreaterThan(700)
  })

  it('tells of users, roles, passwords and exports: what, never the values', async () => {
    const admin = await makePerson(test.platform, [
      'get user',
      'create user',
      'update user',
      'delete user',
      'get role',
      'create role',
      'get crm',
    ])
    const ask = requestAs(app, admin)
    const role = await ask('POST', '/admin/in/v1/roles', { name: 'Kasir', permissions: [] })
    const form = (password: string, active: boolean) => {
      const data = new FormData()
      const values = { name: 'Nia', email: 'nia@lapangan.test', 'roles[]': role.body.data.id, is_active: active, password }
      for (const [name, value] of Object.entries(values)) data.append(name, String(value))
      return data
    }
    const made = await ask('POST', '/admin/in/v1/users', form('a password of Nia', true))
    const path = `/admin/in/v1/users/${made.body.data.id}`
    expect((await ask('PUT', path, form('another password', false))).status).toBe(200)
    expect((await ask('DELETE', '/admin/in/v1/users', { ids: [made.body.data.id] })).status).toBe(200)
    const exported = await app.request(`${leads.path}/export?query=created_at:2026-01-01..2026-01-31&format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(exported.status).toBe(200)
    await exported.arrayBuffer()
    const events = (await logged(`user:${admin.id}`)).reverse().map(({ event, detail }) => [event, detail])
    expect(events).toEqual([
      ['role-created', 'Kasir'],
      ['user-created', 'Nia'],
      ['user-changed', 'Nia: is_active, password'],
      ['user-deleted', 'Nia'],
      ['export', 'leads: 0 rows as csv'],
    ])
    expect(JSON.stringify(events)).not.toMatch(/another|of Nia/)
  })

  it('is read by Root alone, filtered and searched, and cannot be given with a role', async () => {
    const everything = await makePerson(test.platform, ['get user', 'get security-log'])
    const ask = requestAs(app, everything)
    expect((await ask('GET', section.path)).status).toBe(403)
    expect((await asRoot('POST', '/admin/in/v1/roles', { name: 'Pengawas', permissions: ['get security-log'] })).status).toBe(422)
    const found = await logged('event:export,search:csv')
    expect(found).toHaveLength(1)
    const one = await asRoot('GET', `${section.path}/${found[0].id}`)
    expect(one.body.data).toMatchObject({ event: 'export' })
    expect(await logged('created_at:2020-01-01..2020-12-31')).toEqual([])
  })

  it('forgets what is older than it is to go back', async () => {
    await test.platform.database.db.insert(securityEvents).values(
      [181, 179].map((days) => ({
        event: 'export',
        name: `${days}`,
        created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
      })),
    )
    await runHousekeeping(test.platform)
    expect((await test.platform.database.db.select().from(securityEvents)).filter(({ name }) => /^1\d\d$/.test(name))).toMatchObject([
      { name: '179' },
    ])
  })
})
