import type { BrowserContext, Page } from '@playwright/test'
import { alertingLock } from '#console/data/outbox/store/alert-text.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { logout } from '#contract/session.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type PushBrowser, type PushService, startPushService } from '#tests/support/push-service.ts'
import { answer, type Customer, cachedOnDevice, meetCustomer, message, openInbox, room, tick } from './chat-scene.ts'
import { test as base, expect, laptop, phone } from './fixtures.ts'
import { type PushDevice, pushDevice, switchOn } from './push-device.ts'
import { waitUntilSettled } from './screens.ts'

let service: PushService

interface Alerted {
  customer: Customer
  /** The salesperson, signed out after the test, so that no later alert goes there. */
  person: Client
  context: BrowserContext
  push: PushBrowser
  receiver: PushDevice
  /** The inbox, with alerts switched on. */
  page: Page
}

const test = base.extend<{ alerted: (customer: string, options: typeof phone | typeof laptop) => Promise<Alerted> }>({
  alerted: async ({ device, network, server, as }, use) => {
    const people: Client[] = []
    await use(async (name, options) => {
      const customer = await meetCustomer(server.url, await as('admin'), name)
      const push = service.subscribe()
      const person = await signInTo(server.url, 'sales')
      people.push(person)
      const context = await device(person, options)
      const receiver = await pushDevice(context, network.url, push)
      const page = await openInbox(context)
      await receiver.listen()
      await switchOn(page, receiver, push)
      return { customer, person, context, push, receiver, page }
    })
    for (const person of people) await person.fetch(logout.path, { method: 'POST' })
  },
})

test.beforeAll(async () => {
  service = await startPushService()
})
test.afterAll(() => service.close())

/** Records every tick of an outgoing message, in order. */
const watchTicks = (page: Page, words: string) =>
  page.evaluate((text) => {
    const seen: string[] = []
    const look = () => {
      const article = [...document.querySelectorAll('article')].find((one) => one.textContent?.includes(text))
      const now = article?.querySelector('[data-tick]')?.getAttribute('data-tick')
      if (!now || now === seen.at(-1)) return
      seen.push(now)
      document.documentElement.setAttribute('data-seen-ticks', seen.join(' '))
    }
    look()
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  }, words)

test('an alert comes with every tab closed, a tap opens its room, an answer is written offline, and the ticks change', {
  tag: '@whole',
}, async ({ alerted, network, open }) => {
  const { customer: siti, context, push, receiver, page } = await alerted('Siti Rahma', phone)
  await page.close()
  expect(context.pages().map((each) => each.url())).toEqual(['about:blank'])

  await siti.writes('Kelas masih ada kursi?')
  const [, pushed] = await push.received(2)
  const { kind, title, body, unread } = JSON.parse(pushed?.text ?? '')
  expect([kind, title, body]).toEqual(['message', 'Siti Rahma', 'Kelas masih ada kursi?'])
  await receiver.deliver(pushed)
  expect(await receiver.shown()).toMatchObject([{ title: 'Siti Rahma', body: 'Kelas masih ada kursi?' }])
  expect(unread).toBeGreaterThan(0)
  expect(await receiver.badges()).toEqual([unread])
  expect(await receiver.run(cachedOnDevice)).toMatch(/Siti Rahma.*Kelas masih ada kursi\?/)

  await siti.setOnline(false)
  await network.set({ as: 'drop' })
  const [address] = await receiver.tap()
  expect(address).toMatch(/^\/chat-platform\/list\?room=/)
  expect(await receiver.shown()).toEqual([])
  const tapped = await context.newPage()
  await tapped.goto(address ?? '')
  await waitUntilSettled(tapped)
  await expect(room(tapped, 'Siti Rahma')).toContainText('No connection')
  await expect(message(tapped, 'Kelas masih ada kursi?')).toHaveCount(1)
  await answer(tapped, 'Masih, Kak. Mau daftar?')
  await expect(tick(tapped, 'Masih, Kak.', 'device')).toBeVisible()
  await watchTicks(tapped, 'Masih, Kak.')

  await network.set({ as: 'pass' })
  await expect(tick(tapped, 'Masih, Kak.', 'sent')).toBeVisible()
  await siti.setOnline(true)
  await expect(tick(tapped, 'Masih, Kak.', 'delivered')).toBeVisible()
  await siti.reads()
  await expect(tick(tapped, 'Masih, Kak.', 'read')).toBeVisible()
  expect(await tapped.locator('html').getAttribute('data-seen-ticks')).toBe('device sent delivered read')
  expect((await siti.sees()).map(({ content }) => content)).toEqual(['Kelas masih ada kursi?', 'Masih, Kak. Mau daftar?'])
  const support = await open('support')
  await support.goto(address ?? '')
  await expect(message(support, 'Masih, Kak. Mau daftar?')).toHaveCount(1)
})

test('a message in the console stays while it is held, and an alert is answered once with every tab closed', { tag: '@long' }, async ({
  alerted,
}) => {
  const { customer: rina, person, push, receiver, page } = await alerted('Rina Kartika', laptop)

  // The console in sight tells of it, so the device gets no push.
  await page.waitForFunction(async (lock) => (await navigator.locks.query()).held?.some(({ name }) => name === lock), alertingLock)
  await page.clock.install()
  await rina.writes('Apakah ada cicilan?')
  const banner = page.locator('[data-sonner-toast]').filter({ hasText: 'Rina Kartika' })
  await banner.hover()
  await page.clock.fastForward(30_000)
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Open' }).focus()
  await page.mouse.move(5, 5)
  await page.clock.fastForward(30_000)
  await expect(banner).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.fastForward(30_000)
  await expect(banner).toHaveCount(0)
  await receiver.run('self.registration.getNotifications().then((all) => all.forEach((one) => one.close()))')
  await page.close()

  await rina.writes('Kelas masih ada kursi?')
  const [, pushed] = await push.received(2)
  expect(JSON.parse(pushed?.text ?? '')).toMatchObject({ body: 'Kelas masih ada kursi?' })
  await receiver.deliver(pushed)
  expect(await receiver.tap({ action: 'reply', reply: 'Masih, Kak.' })).toEqual([])
  await expect.poll(() => rina.responses()).toEqual(['Masih, Kak.'])
  expect(await receiver.shown()).toEqual([])

  await rina.writes('Baik, terima kasih')
  const [, , thanks] = await push.received(3)
  await receiver.deliver(thanks)
  const unread = async () => (await person.list(chatPlatform.path, { query: 'search:Rina' })).data[0]?.unread
  expect(await unread()).toBe(1)
  expect(await receiver.tap({ action: 'read' })).toEqual([])
  expect([await unread(), await rina.responses()]).toEqual([0, ['Masih, Kak.']])
})
