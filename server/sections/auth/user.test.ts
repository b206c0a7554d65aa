import { and, eq, isNull } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyPermission } from '#contract/kit/field/permission.ts'
import { role } from '#contract/sections/auth/role.ts'
import { securityLog } from '#contract/sections/auth/security-log.ts'
import { user } from '#contract/sections/auth/user.ts'
import { clientId, demoClientSecret, login, me } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { shifts } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leadClosings, leads } from '#server/db/tables/crm.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { qnaChats } from '#server/db/tables/questions.ts'
import { sendResetLink } from '#server/platform/auth/password-reset.ts'
import { makePerson, type Person, type TestPlatform, testPassword, testPlatform } from '#tests/support/api.ts'
import { readMails } from '#tests/support/mails.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { eraseSome } from '../member/erasure/erase.ts'

let test: TestPlatform
let app: Hono
let root: Person
let ask: TestRequest
let made = 0

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  root = await makePerson(test.platform, [], 'Root', true)
  ask = requestAs(app, root)
})
afterAll(() => test.close())

function form(values: Readonly<Record<string, string | number>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.append(name, String(value))
  return data
}

async function makeRole(name: string, permissions: string[] = []) {
  const response = await ask('POST', role.path, { name, permissions })
  expect(response.status).toBe(201)
  return response.body.data
}

async function makeUser(roleId: number, values: Readonly<Record<string, string>> = {}) {
  made += 1
  const response = await ask(
    'POST',
    user.path,
    form({ name: `User ${made}`, email: `u${made}@lapangan.test`, 'roles[]': roleId, is_active: 'true', ...values }),
  )
  expect(response.status).toBe(201)
  return response.body.data
}

const rolesOf = async (person: Person) => (await ask('GET', `${user.path}/${person.id}`)).body.data.roles as number[]

describe('users', () => {
  it('have nothing in the database where no picture was sent', async () => {
    const { id } = await makeUser((await makeRole('Tanpa foto')).id)
    expect(await test.platform.database.db.$count(users, and(eq(users.id, id), isNull(users.photo)))).toBe(1)
    await ask('PUT', `${user.path}/${id}`, form({ phone: '6281200000001' }), { 'Update-Mask': 'phone' })
    expect(await test.platform.database.db.$count(users, and(eq(users.id, id), isNull(users.photo)))).toBe(1)
  })

  it('are invited by mail when no password was chosen, and never show one', async () => {
    const sales = await makeRole('Penjual')
    const invited = await makeUser(sales.id)
    expect(invited).toMatchObject({ roles: [sales.id], is_active: true })
    const secret = await makeUser(sales.id, { password: 'a long enough password' })
    await test.platform.background.settled()
    const sent = await readMails(test.platform.settings.dataDir)
    expect(sent.filter((mail) => mail.includes(invited.email))).toHaveLength(1)
    expect(sent.filter((mail) => mail.includes(secret.email))).toHaveLength(0)
    const read = await ask('GET', `${user.path}/${secret.id}`)
    expect(JSON.stringify(read.body)).not.toMatch(/password|argon2/)
    const credentials = { username: secret.email, password: 'a long enough password', client_id: 6, client_secret: 'lapangan-demo-client' }
    expect((await ask('POST', login.path, credentials)).status).toBe(200)
  })

  it('are invited again until they have chosen a password, by those who may change them', async () => {
    const { platform } = test
    const newRole = await makeRole('Diundang', ['get bank'])
    const invited = await makeUser(newRole.id)
    expect(invited).toMatchObject({ invited: true })
    const again = () => ask('POST', `${user.path}/${invited.ref}/invite`)
    expect(await again()).toMatchObject({ status: 200, body: { message: `Invitation sent to ${invited.email}` } })
    await platform.background.settled()
    const mails = (await readMails(platform.settings.dataDir)).filter((mail) => mail.includes(invited.email))
    expect(mails).toHaveLength(2)
    const weak = requestAs(app, await makePerson(platform, ['update user']))
    expect((await weak('POST', `${user.path}/${invited.id}/invite`)).status).toBe(403)
    expect([(await again()).status, (await again()).status, (await again()).status]).toEqual([200, 200, 429])

    const token = /token=([\w-]+)/.exec(mails[1] ?? '')?.[1]
    const password = 'chosen by the invited'
    expect((await ask('POST', '/admin/public/v1/reset-password', { token, password, confirm_password: password })).status).toBe(200)
    expect((await ask('GET', `${user.path}/${invited.id}`)).body.data).toMatchObject({ invited: false })
    const settled = await ask('POST', `${user.path}/${root.id}/invite`)
    expect(settled).toMatchObject({ status: 422, body: { message: expect.stringMatching(/has chosen a password already/) } })
  })

  it('lose the links that lie in an old mailbox, or were mailed before a password was set for them', async () => {
    const newRole = await makeRole('Tautan')
    const isGood = async (email: string) => {
      await test.platform.background.settled()
      const mail = (await readMails(test.platform.settings.dataDir)).findLast((each) => each.includes(email)) ?? ''
      const token = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
      return (await app.request(`/admin/public/v1/validate-reset-password?token=${token}`)).status
    }
    const changes = { email: 'alamat.baru@lapangan.test', password: 'Zebra-lantern-93 quay', is_active: 'false', name: 'Nama Baru' }
    for (const [name, value] of Object.entries(changes)) {
      const { id, email } = await makeUser(newRole.id)
      expect(await isGood(email)).toBe(200)
      expect((await ask('PUT', `${user.path}/${id}`, form({ [name]: value }), { 'Update-Mask': name })).status).toBe(200)
      expect(await isGood(email), name).toBe(name === 'name' ? 200 : 410)
    }
  })

  it('change their own password in their account alone, where the old one is asked for', async () => {
    const admin = requestAs(app, await makePerson(test.platform, everyPermission(), 'Semua'))
    const { id } = (await admin('GET', '/admin/in/v1/me')).body.user
    const changed = await admin('PUT', `${user.path}/${id}`, form({ password: 'Zebra-lantern-93 quay' }), { 'Update-Mask': 'password' })
    expect(changed).toMatchObject({ status: 422, body: { fields: { password: { code: 'self' } } } })
    expect((await admin('GET', '/admin/in/v1/me')).status).toBe(200)
  })

  it('say whom to ask for one', async () => {
    const inviter = await makePerson(test.platform, ['create user'])
    const { body } = await requestAs(app, await makePerson(test.platform, []))('GET', '/admin/in/v1/me/who-invites')
    const emails: string[] = body.people.map(({ email }: { email: string }) => email)
    expect(emails).toEqual(expect.arrayContaining([inviter.email, root.email]))
    expect(Object.keys(body.people[0]).sort()).toEqual(['email', 'name'])
    expect(emails).not.toContain((await makeUser((await makeRole('Pengundang', ['create user'])).id)).email)
  })

  it('are deleted whatever they did before: logs keep their names, and what was only theirs goes with them', async () => {
    const { db } = test.platform.database
    const { platform } = test
    const gone = await makePerson(platform, ['get bank'], 'sales')
    const signIn = (password: string) =>
      ask('POST', login.path, { username: gone.email, password, client_id: clientId, client_secret: demoClientSecret })
    expect((await signIn('not it')).status).toBe(400)
    const session = (await signIn(testPassword)).body
    expect((await requestAs(app, { ...gone, token: session.token })('GET', me.path)).status).toBe(200)
    await sendResetLink(platform, { ...gone, name: 'Gone' })
    const [lead] = await db.insert(leads).values({ name: 'Sari', phone: '6281200000311', status: 'closing' }).returning()
    await db.insert(leadClosings).values({ lead_id: Number(lead?.id), sales: gone.id })
    await db.insert(shifts).values({ user_id: gone.id, is_active: true })
    await db.insert(pushSubscriptions).values({ endpoint: 'https://push.test/1', user_id: gone.id, jti: 'one', p256dh: 'p', auth: 'a' })
    await db.insert(jobs).values({ kind: 'x', key: 'x', lane: 'house', input: {}, user_id: gone.id, created_by: 'Gone' })
    await db.insert(members).values({ name: 'Mira', phone: '6281200000312', sales_id: gone.id, deleted_at: new Date(0).toISOString() })
    await eraseSome(db)
    await platform.securityLog.flush()
    await platform.background.settled()
    expect((await ask('DELETE', user.path, { ids: [gone.id] })).body).toMatchObject({ success_entities: [{ id: gone.id }] })
    expect((await ask('GET', `${user.path}/${gone.id}`)).status).toBe(404)
    const logged = (await ask('GET', `${securityLog.path}?query=user:${gone.id}`)).body.data
    expect(logged.map(({ event, name }: { event: string; name: string }) => [event, name])).toEqual([
      ['sign-in', expect.stringMatching(/^Person /)],
      ['sign-in-failed', gone.email],
    ])
  })

  it('are kept while they have leads, orders, members or questions, with words that count each once', async () => {
    const { db } = test.platform.database
    const kept = await makePerson(test.platform, [], 'sales')
    await db.insert(leads).values({ name: 'Sari', phone: '6281200000313', status: 'new', sales: kept.id })
    const [member] = await db.insert(members).values({ name: 'Mira', phone: '6281200000314', sales_id: kept.id }).returning()
    await db.insert(qnaChats).values({ member_id: Number(member?.id), handler: 'human', assigned_to: kept.id })
    await db.insert(orders).values({
      order_number: 'X-1',
      phone: '6281200000314',
      subtotal: 0,
      total: 0,
      sales: kept.id,
      member_id: Number(member?.id),
      order_date: new Date().toISOString(),
    })
    const refused = await ask('DELETE', user.path, { ids: [kept.id] })
    expect(refused).toMatchObject({ status: 422, body: { code: 'in_use' } })
    expect(refused.body.reason.uses).toEqual({ leads: 1, member: 1, 'tanya-saham': 1, transaction: 1 })
    await db.update(leads).set({ sales: null })
    await db.delete(qnaChats)
    await db.update(members).set({ sales_id: null })
    await db.delete(orders)
    expect((await ask('DELETE', user.path, { ids: [kept.id] })).status).toBe(200)
  })

  it('are found by a role similar to sales', async () => {
    const senior = await makeRole('Senior SALES Bandung')
    const seller = await makeUser(senior.id)
    await makeUser(senior.id, { is_active: 'false' })
    const found = await ask('GET', `${user.path}?query=similar_role:sales,is_active:true&size=100000`)
    expect(found.body.data.map((row: { id: number }) => row.id)).toEqual([seller.id])
    expect((await ask('GET', `${user.path}?query=roles:${senior.ref}`)).body.total_record).toBe(2)
  })

  it('show only what is needed to pick one to those without the permission', async () => {
    const picker = requestAs(app, await makePerson(test.platform, ['get crm'], 'Sales'))
    const { body } = await picker('GET', user.path)
    expect(Object.keys(body.data[0]).sort()).toEqual(['email', 'id', 'is_active', 'name', 'phone', 'ref'])
    expect((await picker('GET', `${user.path}?sort=last_seen desc`)).status).toBe(422)
    expect((await picker('PUT', `${user.path}/${root.id}`, form({ name: 'x' }))).status).toBe(403)
  })

  it('have an address of their own', async () => {
    const any = await makeRole('Siapa saja')
    const { email } = await makeUser(any.id)
    const twice = await ask('POST', user.path, form({ name: 'Dua', email, 'roles[]': any.id }))
    expect(twice).toMatchObject({ status: 422, body: { fields: { email: { code: 'taken' } } } })
    const unknown = await ask('POST', user.path, form({ name: 'Tiga', email: 'tiga@lapangan.test', 'roles[]': 987_654 }))
    expect(unknown).toMatchObject({ status: 422, body: { fields: { 'roles.0': { code: 'unknown_reference' } } } })
  })
})

describe('nobody', () => {
  it('deletes, deactivates or demotes themselves, or the last Root', async () => {
    const other = await makeRole('Lain')
    const self = (mask: string, values: Record<string, string | number>) =>
      ask('PUT', `${user.path}/${root.id}`, form(values), { 'Update-Mask': mask })
    expect((await self('is_active', { is_active: 'false' })).body.fields).toMatchObject({ is_active: { code: 'self' } })
    expect((await self('roles', { 'roles[]': other.id })).body.fields).toMatchObject({ roles: { code: 'self' } })
    expect((await ask('DELETE', user.path, { ids: [root.id] })).body.message).toBe('You cannot delete yourself.')
    expect((await ask('GET', `${user.path}/${root.id}`)).status).toBe(200)
  })

  it('but Root touches a Root, or hands out what they do not hold', async () => {
    const keeper = requestAs(
      app,
      await makePerson(test.platform, ['get user', 'update user', 'create user', 'delete user', 'update role'], 'HRD'),
    )
    const takeover = await keeper('PUT', `${user.path}/${root.id}`, form({ password: 'a stolen password' }), { 'Update-Mask': 'password' })
    expect(takeover.body.fields).toMatchObject({ roles: { code: 'root_only' } })
    const [rootRole] = await rolesOf(root)
    const crown = await keeper('POST', user.path, form({ name: 'X', email: 'x@lapangan.test', 'roles[]': rootRole ?? 0 }))
    expect(crown.body.fields).toMatchObject({ roles: { code: 'root_only' } })
    const strong = await makeRole('Kuat', ['delete bank'])
    const gift = await keeper('POST', user.path, form({ name: 'Y', email: 'y@lapangan.test', 'roles[]': strong.id }))
    expect(gift.body.fields).toMatchObject({ roles: { code: 'not_held' } })
    const weak = await makeRole('Lemah')
    const raise = await keeper('PUT', `${role.path}/${weak.id}`, { name: 'Lemah', permissions: ['delete bank'] })
    expect(raise.body.fields).toMatchObject({ permissions: { code: 'not_held' } })
    expect((await keeper('DELETE', user.path, { ids: [root.id] })).body.message).toBe('Only Root may delete a Root user.')
  })

  it('takes over the account of somebody who may do more, by whatever way', async () => {
    const holds = ['get user', 'update user', 'create user', 'delete user', 'get role', 'update role', 'delete role']
    const keeper = requestAs(app, await makePerson(test.platform, holds, 'Personalia'))
    const target = await makePerson(test.platform, [...holds, 'delete bank'], 'Bendahara')
    const [strong] = await rolesOf(target)
    const weak = await makeRole('Tanpa hak')
    const changes: Record<string, string | number>[] = [
      { password: 'a stolen password' },
      { email: 'mine@lapangan.test' },
      { is_active: 'false' },
      { 'roles[]': weak.id },
      { name: 'Lain' },
    ]
    for (const values of changes) {
      const [name = ''] = Object.keys(values).map((key) => key.replace('[]', ''))
      const response = await keeper('PUT', `${user.path}/${target.id}`, form(values), { 'Update-Mask': name })
      expect(response, name).toMatchObject({ status: 422, body: { fields: { roles: { code: 'not_held' } } } })
    }
    expect((await keeper('DELETE', user.path, { ids: [target.ref] })).status).toBe(422)
    expect((await ask('GET', `${user.path}/${target.id}`)).body.data).toMatchObject({ version: 1, email: target.email, is_active: true })
    expect((await requestAs(app, target)('GET', user.path)).status).toBe(200)
    // Another role of such a user is theirs as well.
    await ask('PUT', `${user.path}/${target.id}`, form({ 'roles[]': weak.id }), { 'Update-Mask': 'roles' })
    expect((await keeper('PUT', `${user.path}/${target.id}`, form({ name: 'Boleh' }), { 'Update-Mask': 'name' })).status).toBe(200)
    const both = new FormData()
    for (const id of [weak.id, strong]) both.append('roles[]', String(id))
    await ask('PUT', `${user.path}/${target.id}`, both, { 'Update-Mask': 'roles' })
    for (const id of [weak.id, strong]) {
      expect((await keeper('PUT', `${role.path}/${id}`, { name: `Curi ${id}` }, { 'Update-Mask': 'name' })).status, String(id)).toBe(422)
      expect((await keeper('DELETE', role.path, { ids: [id] })).body.message).toContain('may do more than you')
    }
    const free = await makeRole('Bebas', ['get user'])
    expect((await keeper('PUT', `${role.path}/${free.id}`, { name: 'Bebas lagi' }, { 'Update-Mask': 'name' })).status).toBe(200)
  })

  it('stays signed in once deactivated', async () => {
    const person = await makePerson(test.platform, ['get bank'], 'Kasir')
    const theirs = requestAs(app, person)
    expect((await theirs('GET', '/transaction/in/v1/banks')).status).toBe(200)
    await ask('PUT', `${user.path}/${person.id}`, form({ is_active: 'false' }), { 'Update-Mask': 'is_active' })
    expect((await theirs('GET', '/transaction/in/v1/banks')).status).toBe(401)
  })
})

describe('roles', () => {
  it('say how many have them, are kept while in use, and take effect at once', async () => {
    const person = await makePerson(test.platform, [], 'Gudang')
    const theirs = requestAs(app, person)
    const [id] = await rolesOf(person)
    expect((await theirs('GET', '/transaction/in/v1/banks')).status).toBe(403)
    const changed = await ask('PUT', `${role.path}/${id}`, { permissions: ['get bank'] }, { 'Update-Mask': 'permissions' })
    expect(changed.body.data).toMatchObject({ users: 1, permissions: ['get bank'] })
    expect((await theirs('GET', '/transaction/in/v1/banks')).status).toBe(200)
    expect(await ask('DELETE', role.path, { ids: [id] })).toMatchObject({ status: 422, body: { code: 'in_use' } })
  })

  it.each([
    ['Admin', undefined, true],
    [' finance', undefined, true],
    ['HRD', undefined, true],
    ['Admin Gudang', undefined, false],
    ['HRD', false, false],
    ['Penjual Baru', true, true],
  ])('named %j ask for a second factor unless told otherwise (%s: %s)', async (name, requires_second_factor, isAsked) => {
    const { body } = await ask('POST', role.path, { name, permissions: [], requires_second_factor })
    expect(body.data).toMatchObject({ requires_second_factor: isAsked })
    const renamed = await ask('PUT', `${role.path}/${body.data.id}`, { name: 'Admin' }, { 'Update-Mask': 'name' })
    expect(renamed.body.data).toMatchObject({ requires_second_factor: isAsked })
    await ask('DELETE', role.path, { ids: [body.data.id] })
  })

  it('leave Root as it is', async () => {
    const [id] = await rolesOf(root)
    const shown = await ask('GET', `${role.path}/${id}`)
    expect(shown.body.data.permissions).toEqual(everyPermission())
    expect((await ask('PUT', `${role.path}/${id}`, { name: 'Mine' }, { 'Update-Mask': 'name' })).status).toBe(422)
    expect((await ask('DELETE', role.path, { ids: [id] })).status).toBe(422)
  })
})

describe('what somebody may not read', () => {
  it('is no filter, sort or search for them, whatever answers it', async () => {
    const picker = await makePerson(test.platform, ['get crm'], 'Picker')
    const as = requestAs(app, picker)
    const list = (person: TestRequest, query: Record<string, string>) => person('GET', `${user.path}?${new URLSearchParams(query)}`)
    const [roleOfRoot] = await rolesOf(root)
    for (const query of [`roles:${roleOfRoot}`, 'similar_role:root', 'company_code:EMT', 'created_at:2020-01-01..'])
      expect(await list(as, { query }), query).toMatchObject({ status: 422, body: { fields: { query: { code: 'unknown_field' } } } })
    for (const sort of ['last_seen asc', 'company_code desc'])
      expect(await list(as, { sort }), sort).toMatchObject({ status: 422, body: { fields: { sort: { code: 'unknown_field' } } } })
    expect((await list(as, { query: 'similar_role:sales,is_active:true' })).status).toBe(200)
    expect((await list(ask, { query: `roles:${roleOfRoot}` })).status).toBe(200)
  })

  it('is not counted by a search either', async () => {
    await ask('POST', role.path, { name: 'Penyiar', description: 'hanya-untuk-siaran', permissions: [] })
    const reader = requestAs(app, await makePerson(test.platform, ['get user'], 'Reader'))
    const found = async (person: TestRequest) => (await person('GET', `${role.path}?query=search:hanya-untuk-siaran`)).body.total_record
    expect([await found(ask), await found(reader), await found(ask)]).toEqual([1, 0, 1])
  })
})
