/**
 * A device that receives pushes. Headless browsers have no push service, so only that is replaced: the console's `subscribe` returns the
 * subscription of tests/support/push-service.ts, and all else is real.
 */
import type { BrowserContext, Page } from '@playwright/test'
import type { PushBrowser, Pushed } from '#tests/support/push-service.ts'
import { expect } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'
import { controlWorker, type WorkerControl } from './worker.ts'

type Keys = Pick<PushBrowser, 'endpoint' | 'p256dh' | 'auth'>

/** Runs in pages and in the worker, so the subscription is stored where both find it. */
function standIn({ endpoint, p256dh, auth }: Keys): void {
  const kept = () => caches.open('test-push-service')
  const address = '/test-push-subscription'
  const subscription = (applicationServerKey: unknown) => ({
    endpoint,
    options: { applicationServerKey, userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => (await kept()).delete(address),
  })
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
      await (await kept()).put(address, new Response(applicationServerKey))
      return subscription(applicationServerKey.buffer)
    },
    async getSubscription() {
      const stored = await (await kept()).match(address)
      return stored ? subscription(await stored.arrayBuffer()) : null
    },
  })
}

/** Runs in the worker: pending events, and values of the app's badge. */
const listeners = `{
  self.works = []
  const wait = ExtendableEvent.prototype.waitUntil
  ExtendableEvent.prototype.waitUntil = function (work) {
    self.works.push(work)
    return wait.call(this, work)
  }
  self.badges = []
  const set = self.navigator.setAppBadge.bind(self.navigator)
  self.navigator.setAppBadge = (count) => (self.badges.push(count), set(count))
}`

export interface PushDevice extends WorkerControl {
  /** Installs it in the worker, once active. */
  listen(): Promise<void>
  /** Delivers a push of the push service, and waits for the worker. */
  deliver(pushed: Pushed | undefined): Promise<void>
  /** Badge values set by the worker. */
  badges(): Promise<unknown>
  shown(): Promise<unknown>
  isSubscribed(): Promise<unknown>
  /**
   * Taps the only notification like the system, waits for the worker, and returns the opened URLs. Scripts may not open windows like the
   * system, so the test does.
   */
  tap(press?: AlertPress): Promise<string[]>
}

/** A button of the notification, and what was typed there. */
interface AlertPress {
  action: 'reply' | 'read'
  reply?: string
}

/** Call before the console's first page. */
export async function pushDevice(context: BrowserContext, origin: string, { endpoint, p256dh, auth }: Keys): Promise<PushDevice> {
  const keys = { endpoint, p256dh, auth }
  await context.grantPermissions(['notifications'], { origin })
  await context.addInitScript(standIn, keys)
  const worker = await controlWorker(context, origin)
  return {
    ...worker,
    async listen() {
      await worker.run(`(${standIn})(${JSON.stringify(keys)})`)
      await worker.run(listeners)
    },
    async deliver(pushed) {
      if (!pushed) throw new Error('nothing was pushed')
      const before = Number(await worker.run('self.works.length'))
      await worker.push(pushed.text)
      await expect.poll(() => worker.run('self.works.length')).toBeGreaterThan(before)
      await worker.run('Promise.allSettled(self.works).then(() => undefined)')
    },
    badges: () => worker.run('self.badges'),
    shown: () =>
      worker.run('self.registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))'),
    isSubscribed: () => worker.run('self.registration.pushManager.getSubscription().then((held) => held !== null)'),
    async tap(press) {
      const { action = '', reply = null } = press ?? {}
      const opened = await worker.run(`(async () => {
        const [notification, ...more] = await self.registration.getNotifications()
        if (!notification || more.length) throw new Error('there is not one notification but ' + (notification ? more.length + 1 : 0))
        const opened = []
        self.clients.openWindow = async (address) => (opened.push(address), null)
        const event = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} })
        Object.defineProperty(event, 'reply', { value: ${JSON.stringify(reply)} })
        let work = Promise.reject(new Error('nobody heard the tap'))
        work.catch(() => undefined)
        event.waitUntil = (promise) => { work = promise }
        self.dispatchEvent(event)
        await work
        return opened
      })()`)
      return Array.isArray(opened) ? opened.map(String) : []
    },
  }
}

/** Enables alerts like a person, with a test push. */
export async function switchOn(page: Page, device: PushDevice, push: PushBrowser): Promise<void> {
  await page.goto('/alerts')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Run the test' }).click()
  const [tested] = await push.received(1)
  await device.deliver(tested)
  await expect(page.getByText('Everything works.')).toBeVisible()
  await expect(page.locator('[data-step][data-state=ok]')).toHaveCount(4)
  expect(await device.shown()).toMatchObject([{ title: 'Lapangan', tag: 'push-test' }])
  await device.run('self.registration.getNotifications().then((all) => all.forEach((one) => one.close()))')
}
