/** Alerts and installing are offered on the home of a device, until somebody accepts or refuses. */
import type { Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { expect, phone, test } from './fixtures.ts'
import { pressUntil, saveToList, textbox } from './forms.ts'
import { expectNoSideways, goTo, waitUntilSettled } from './screens.ts'

const withWorker = { ...phone, serviceWorkers: 'allow' as const }
const offer = (page: Page) => page.locator('[data-offer]')

/**
 * A browser that may still be asked for notifications; those of tests answer by themselves. Its push service takes the device, or nobody's
 * while `html` has `data-silent`.
 */
const askable = (page: Page) =>
  page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.test/device',
      options: { applicationServerKey: null, userVisibleOnly: true },
      toJSON: () => ({ endpoint: 'https://push.test/device', keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) } }),
      unsubscribe: async () => true,
    }
    const subscribe = async () => {
      if (document.documentElement.hasAttribute('data-silent')) throw new DOMException('push service error', 'AbortError')
      return subscription
    }
    const pushManager = { subscribe, getSubscription: async () => null }
    if ('ServiceWorkerRegistration' in window)
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => pushManager })
    let permission = 'default'
    const Asked = class extends EventTarget {
      static get permission() {
        return permission
      }
      static async requestPermission() {
        permission = 'granted'
        return permission
      }
    }
    Object.assign(window, { Notification: Asked, PushManager: window.PushManager ?? class {} })
  })

/** What a browser does once it could install the console; resolves when the console has kept it. */
const offerInstall = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const prompt = async () => void document.documentElement.setAttribute('data-prompted', '')
        return !window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
      }),
    )
    .toBe(true)

/** The worker takes alerts, and has the code of what is opened without a network. */
const untilWorker = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(accounts.sales)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await pressUntil(button, () => expect(page).toHaveURL(/\/dashboard$/, { timeout: 3_000 }))
}

test('after the first sign-in alerts and installing are one press each, and are not offered again', async ({ open }) => {
  const page = await open('guest', withWorker)
  await askable(page)
  await signIn(page)
  await expect(offer(page).getByRole('button', { name: 'Turn on alerts' })).toBeVisible()
  await offerInstall(page)
  const install = offer(page).getByRole('button', { name: 'Install', exact: true })
  await expect(install).toBeVisible()
  await waitUntilSettled(page)
  await expectAccessible(page, 'the home with its offer')
  await expectNoSideways(page, 'the home with its offer')

  await untilWorker(page)
  await offer(page).getByRole('button', { name: 'Turn on alerts' }).tap()
  await expect(page.getByText('Alerts are on.')).toBeVisible()
  await expect(offer(page).getByRole('button', { name: 'Turn on alerts' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('notification-config'))).toBe('{"paused":false}')
  await install.tap()
  await expect(page.locator('html')).toHaveAttribute('data-prompted', '')
  await expect(offer(page)).toHaveCount(0)

  await page.reload()
  await waitUntilSettled(page)
  await offerInstall(page)
  await expect(offer(page)).toHaveCount(0)
})

test('an offer that is refused without a network stays away', async ({ open }) => {
  const page = await open('guest', phone)
  await askable(page)
  await signIn(page)
  await expect(offer(page)).toBeVisible()
  await page.context().setOffline(true)
  await offer(page).getByRole('button', { name: 'No, thanks' }).tap()
  await expect(offer(page)).toHaveCount(0)
  await page.context().setOffline(false)
  await goTo(page, '/leads/list')
  await goTo(page, '/dashboard')
  await page.reload()
  await waitUntilSettled(page)
  await offerInstall(page)
  await expect(offer(page)).toHaveCount(0)
})

test('on an iPhone the offer says how to install', async ({ open }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const page = await open('sales', { ...phone, userAgent })
  await page.goto('/dashboard')
  await expect(offer(page)).toContainText('‘Add to Home Screen’')
  await expect(offer(page).getByRole('button')).toHaveText(['No, thanks'])
})

test('alerts that the push service refuses are not told as on, and the offer stays for another try', async ({ open }) => {
  const page = await open('guest', withWorker)
  await askable(page)
  await signIn(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-silent', ''))
  await untilWorker(page)
  await offer(page).getByRole('button', { name: 'Turn on alerts' }).tap()
  await expect(offer(page).getByRole('alert')).toContainText('push service does not take this device')
  await expect(offer(page).getByRole('alert')).toContainText('Alerts come only while Lapangan is open.')
  await expect(page.getByText('Alerts are on.')).toHaveCount(0)
  await expectAccessible(page, 'the offer with a refusal')
  await page.evaluate(() => document.documentElement.removeAttribute('data-silent'))
  const again = offer(page).getByRole('button', { name: 'Try again' })
  await pressUntil(again, () => expect(page.getByText('Alerts are on.')).toBeVisible({ timeout: 3_000 }))
  await expect(offer(page)).toHaveCount(0)
})

test('on an iPhone what waits is sent before the app is installed, or saved as a file', async ({ open }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const page = await open('root', { ...withWorker, userAgent })
  await page.goto('/dashboard')
  await expect(offer(page)).toContainText('deletes everything that Lapangan stores here after 7 days without use')
  await expect(offer(page).getByRole('button', { name: 'Save the file' })).toHaveCount(0)
  await untilWorker(page)
  await goTo(page, '/leads/add')
  await page.context().setOffline(true)
  await textbox(page, 'Name').fill('Ibu Menunggu')
  await textbox(page, 'Phone').fill('081234500099')
  await saveToList(page)
  await goTo(page, '/dashboard')
  await expect(offer(page)).toContainText('1 change waits here. The installed app does not see what waits here.')
  const saving = page.waitForEvent('download')
  await offer(page).getByRole('button', { name: 'Save the file' }).tap()
  expect((await saving).suggestedFilename()).toMatch(/^lapangan-.*-1\.outbox$/)
  await goTo(page, '/outbox')
  await expect(page.getByRole('main')).toContainText(
    'after 7 days without use, unsent changes too. 1 change waits here. Connect to a network to send',
  )
  await expectAccessible(page, 'the waiting page of an iPhone')
  await expectNoSideways(page, 'the waiting page of an iPhone')
  await page.context().setOffline(false)
  await goTo(page, '/dashboard')
  await offer(page)
    .getByRole('button', { name: 'Send first' })
    .tap()
    .catch(() => undefined)
  await expect(offer(page)).not.toContainText('does not see what waits here')
})
