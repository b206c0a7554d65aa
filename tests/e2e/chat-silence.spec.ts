import { pushSubscribe, pushUnsubscribe } from '#contract/chat/push.ts'
import { user } from '#contract/sections/auth/user.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { type Customer, inboxPath, meetCustomer, message, openInbox, openRoom } from './chat-scene.ts'
import { expect, test } from './fixtures.ts'
import { pushDevice, switchOn } from './push-device.ts'

let service: PushService
test.beforeAll(async () => {
  service = await startPushService()
})
test.afterAll(() => service.close())

/** A new salesperson that an admin can deactivate. */
async function makeSeller(admin: Client) {
  const person = { name: 'Penjual Sementara', email: `penjual.${Date.now()}@lapangan.test`, password: 'seven grey herons' }
  const roles = await admin.list('/admin/in/v1/roles', { query: 'search:Sales' })
  const save = async (path: string, method: string, values: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(values)) form.append(field, value)
    const saved = await admin.fetch(path, { method, body: form })
    expect(saved.ok, `${method} ${path}: ${saved.status}`).toBe(true)
    return (await saved.json()).data
  }
  const role = String(roles.data.find(({ name: roleName }) => roleName === 'Sales')?.id)
  const { ref } = await save(user.path, 'POST', { ...person, 'roles[]': role })
  const { name, email } = person
  const switchOff = () => save(`${user.path}/${ref}`, 'PUT', { name, email, 'roles[]': role, is_active: '0' })
  return { ...person, switchOff }
}

test('nothing alerts for the viewed room, after signing out or deactivation, and a dead subscription is deleted', {
  tag: '@long',
}, async ({ device, network, server, as }) => {
  const admin = await as('admin')
  const seller = await makeSeller(admin)
  // An admin's browser is alerted of everything: after it, all others have been alerted.
  const guard = service.subscribe()
  const { endpoint, p256dh, auth } = guard
  const json = { 'content-type': 'application/json' }
  expect(
    (await admin.fetch(pushSubscribe.path, { method: 'POST', headers: json, body: JSON.stringify({ endpoint, p256dh, auth }) })).ok,
  ).toBe(true)
  const [here, there] = [await meetCustomer(server.url, admin, 'Agus Dilihat'), await meetCustomer(server.url, admin, 'Dewi Lain')]
  const received = async (customer: Customer, words: string) => {
    const before = guard.pushes.length
    await customer.writes(words)
    await guard.received(before + 1)
  }

  await received(here, 'Halo')
  const push = service.subscribe()
  const context = await device(await signInTo(server.url, 'sales'))
  const receiver = await pushDevice(context, network.url, push)
  const page = await openInbox(context)
  await receiver.listen()
  await switchOn(page, receiver, push)
  const silent = async () => {
    const before = push.pushes.length
    await received(there, 'Ada yang dengar?')
    await received(there, 'Halo?')
    expect(push.pushes.length).toBe(before)
  }

  await page.goto(inboxPath)
  await openRoom(page, 'Agus Dilihat')
  await expect(page.getByText('Connecting', { exact: true })).toHaveCount(0)
  await received(here, 'Saya lagi')
  await expect(message(page, 'Saya lagi')).toBeVisible()
  await received(here, 'Anda di sana?')
  await expect(message(page, 'Anda di sana?')).toBeVisible()
  // Every device gets the push; whether the room is viewed is decided there.
  await expect.poll(() => push.pushes.at(-1)?.text).toContain('Anda di sana?')
  await receiver.deliver(push.pushes.at(-1))
  expect(await receiver.shown()).toEqual([])
  // Messages in the first second of a connection are not alerted: they may be old.
  await expect(async () => {
    await received(there, 'Ada promo?')
    await expect.poll(receiver.shown, { timeout: 1_000 }).toMatchObject([{ title: 'Dewi Lain', body: 'Ada promo?' }])
  }).toPass()
  await expect.poll(() => push.pushes.at(-1)?.text).toContain('Ada promo?')
  await receiver.deliver(push.pushes.at(-1))
  expect(await receiver.shown(), 'the console and its worker say it once').toHaveLength(1)

  push.answer(410)
  await received(there, 'Masih?')
  await expect(silent).toPass()
  push.answer(201)
  await page.reload()
  await expect(async () => {
    const before = push.pushes.length
    await received(there, 'Lagi')
    await expect.poll(() => push.pushes.length, { timeout: 1_000 }).toBeGreaterThan(before)
  }).toPass()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(receiver.isSubscribed).toBe(false)
  expect(await receiver.shown(), 'what customers wrote goes with the session').toEqual([])
  await silent()
  await receiver.deliver(push.pushes.at(-1))
  expect(await receiver.shown(), 'one that was under way').toEqual([])

  const notified = page.waitForResponse((response) => response.url().endsWith(pushSubscribe.path) && response.ok())
  await page.getByLabel('Email', { exact: true }).fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await notified
  const before = push.pushes.length
  await received(there, 'Ada orang baru?')
  await push.received(before + 1)
  await seller.switchOff()
  await silent()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(receiver.isSubscribed).toBe(false)
  await admin.fetch(pushUnsubscribe.path, { method: 'DELETE', headers: json, body: JSON.stringify({ endpoint }) })
})
