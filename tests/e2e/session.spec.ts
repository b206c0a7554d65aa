import type { Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { signInTo } from '#tests/support/client.ts'
import { readMails } from '#tests/support/mails.ts'
import { codeOf } from '#tests/support/totp.ts'
import { expect, laptop, remembered, test } from './fixtures.ts'
import { pressUntil, saveToList } from './forms.ts'
import { expectFitsPhones } from './screens.ts'

async function fillIn(page: Page, email: string, secret: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

async function signIn(page: Page, email: string, secret: string) {
  await fillIn(page, email, secret)
  await signInButton(page).click()
}

const account = (page: Page) => page.getByRole('button', { name: 'Your account' })

async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('the sign-in of a guest runs no console and registers no worker', async ({ open }) => {
  const page = await open('guest')
  await page.goto('/login')
  await expect(signInButton(page)).toBeVisible()
  // The console is fetched behind the first paint, and has not run: it would ask for its services.
  await expect(page.locator('link[rel=modulepreload][href*="/first-"]').first()).toBeAttached()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)
})

test('a person signs in with a wrong and a right password, and out again', async ({ open }) => {
  const page = await open('guest')
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(signInButton(page)).toBeVisible()
  await expectAccessible(page, 'login')

  await signInButton(page).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await expect(page.getByText('Enter your email')).toBeVisible()

  await fillIn(page, accounts.admin, 'wrong-password')
  await pressUntil(signInButton(page), () => expect(page.getByRole('alert')).toContainText(/password/i, { timeout: 3_000 }))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(accounts.admin)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong-password')

  await fillIn(page, accounts.admin, password)
  await pressUntil(signInButton(page), () => expect(page).toHaveURL(/\/dashboard$/, { timeout: 3_000 }))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your drafts stay on it, encrypted')
  await expectFitsPhones(page, 'signing out')
  await expect(question.getByRole('button', { name: 'Remove everything' })).not.toHaveClass(/bg-(primary|destructive)/)
  await question.getByRole('button', { name: 'Remove everything' }).click()
  await expect(question).toContainText('Remove everything from this device')
  await expect(question.getByRole('button', { name: 'Remove everything' })).not.toHaveClass(/bg-(primary|destructive)/)
  await expectFitsPhones(page, 'removing everything')
  await question.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(question).toHaveCount(0)
  await signOut(page)
  await page.goto('/bank/list')
  await expect(page).toHaveURL(/\/login$/)
})

test('signing out of a form with unsaved text leaves it without another question, and the text is there again', async ({ open }) => {
  const page = await open('guest')
  await page.goto('/login')
  await signIn(page, accounts.admin, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/auto-text/add')
  const shortcut = page.getByRole('textbox', { name: 'Shortcut' })
  await shortcut.fill('belumdisimpan')
  await signOut(page)
  await expect(shortcut).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('belumdisimpan')
  await signIn(page, accounts.admin, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/auto-text/add')
  await expect(shortcut).toHaveValue('belumdisimpan')
})

test('signing out revokes the token on the server', async ({ open, server }) => {
  const page = await open('guest')
  await page.goto('/login')
  await signIn(page, accounts.analyst, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = await page.evaluate(() => localStorage.getItem('jwt_access_token'))
  const me = () => fetch(`${server.url}/admin/in/v1/me`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.status)
  expect(await me()).toBe(200)
  await signOut(page)
  // Another process hears of it a moment later.
  await expect.poll(me).toBe(401)
})

test('the last path comes back after signing in', async ({ open }) => {
  const page = await open('guest')
  await page.goto('/bank/list?sort=account_number+desc')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, accounts.admin, password)
  await expect(page).toHaveURL(/\/bank\/list\?sort=account_number(\+|%20)desc$/)
  await expect(page.getByRole('columnheader', { name: 'Account number' })).toHaveAttribute('aria-sort', 'descending')
})

test('a link with a token says whose account it is, and the device has nothing of it before the person goes on', async ({
  open,
  server,
}) => {
  const { session } = await signInTo(server.url, 'admin')
  const page = await open('guest')
  const heading = page.getByRole('heading', { level: 1, name: `Continue as ${session.user.name}?` })
  await page.goto(`/callback?token=${session.token}`)
  await expect(heading).toBeVisible()
  await expect(page.getByText(accounts.admin)).toBeVisible()
  await expect(page).toHaveURL(/\/callback$/)
  await expectAccessible(page, 'callback')
  expect(await page.evaluate(() => localStorage.getItem('jwt_access_token'))).toBeNull()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('jwt_access_token'))).toBeNull()
  await page.goto('/callback?token=x')
  await expect(page.getByText('Failed to login with token.')).toBeVisible()
  await page.goto(`/callback?token=${session.token}`)
  await page.getByRole('button', { name: `Continue as ${session.user.name}` }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await page.evaluate(() => localStorage.getItem('jwt_access_token'))).toBe(session.token)
})

test('an expired token says so, a revoked one too', async ({ server, browser }) => {
  const client = await signInTo(server.url, 'support')
  const claims = Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 60 })).toString('base64url')
  const { token } = client.session
  const expired = { ...client, session: { ...client.session, token: `${token.split('.')[0]}.${claims}.x` } }
  const visit = async (who: typeof client) => {
    const context = await browser.newContext({ ...laptop, baseURL: server.url, storageState: remembered(server.url, who) })
    const page = await context.newPage()
    await page.goto('/leads/list')
    return page
  }

  const late = await visit(expired)
  await expect(late.getByText('access_token expired')).toBeVisible()
  await expect(late).toHaveURL(/\/login$/)
  await late.context().close()

  await client.fetch('/admin/in/v1/logout', { method: 'POST' })
  const revoked = await visit(client)
  await expect(revoked.getByText('Invalid access_token')).toBeVisible()
  await expect(revoked).toHaveURL(/\/login$/)
  await revoked.context().close()
})

test('access denied leads to the restriction page with the path, and nothing else on it', async ({ open }) => {
  const page = await open('analyst')
  await page.goto('/user/list')
  await expect(page).toHaveURL(/\/restriction-page\?path=/)
  await expect(page.getByRole('heading', { name: "You don't have access" })).toBeVisible()
  await expect(page.getByText("Your role can't open \u2068Users\u2069.")).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page, 'restriction page')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an unknown path shows a not-found screen', async ({ open }) => {
  const page = await open('admin')
  for (const path of ['/nothing/list', '/bank/fly', '/bank/edit/abc', '/bank/edit/999999']) {
    await page.goto(path)
    await expect(page.getByText(/does not exist|not found|No such/i).first(), path).toBeVisible()
  }
})

test('a forgotten password is reset with the mail that was sent', { tag: '@long' }, async ({ open, as, server }) => {
  const root = await as('root')
  const person = { name: 'Forgetful', email: 'forgetful@lapangan.test', password: 'was-forgotten-1' }
  const form = new FormData()
  for (const [key, value] of Object.entries(person)) form.append(key, value)
  const roles = await root.list('/admin/in/v1/roles')
  form.append('roles[]', String(roles.data.find((role) => role.name !== 'Root')?.id))
  expect((await root.fetch('/admin/in/v1/users', { method: 'POST', body: form })).status).toBe(201)

  const page = await open('guest')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await expectAccessible(page, 'forgot password')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  const link = async () =>
    /\/reset-password\?token=[\w.~%-]+/.exec((await readMails(server.dataDir)).find((mail) => mail.includes(person.email)) ?? '')?.[0]
  await expect.poll(link).toBeTruthy()

  const path = (await link()) ?? ''
  await page.goto(path)
  await page.getByLabel('New password', { exact: true }).fill('chosen-again-2')
  await page.getByLabel('Repeat it', { exact: true }).fill('chosen-again-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, person.email, 'chosen-again-2')
  await expect(page).toHaveURL(/\/dashboard$/)

  const later = await open('guest')
  await later.goto(path)
  await expect(later.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a person manages an account: an app for codes, another session, an invitation', async ({ open, as, server }) => {
  const root = await as('root')
  const person = { name: 'Wening', email: 'wening@lapangan.test', password: 'seven grey herons' }
  const form = new FormData()
  for (const [key, value] of Object.entries(person)) form.append(key, value)
  const roles = await root.list('/admin/in/v1/roles')
  form.append('roles[]', String(roles.data.find((role) => role.name === 'HRD')?.id))
  expect((await root.fetch('/admin/in/v1/users', { method: 'POST', body: form })).status).toBe(201)

  const page = await open('guest')
  await page.goto('/login')
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(/\/dashboard$/)
  const elsewhere = await open('guest')
  await elsewhere.goto('/login')
  await signIn(elsewhere, person.email, person.password)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)

  await account(page).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await expect(page.getByRole('button', { name: /^End the session on Chrome/ })).toHaveCount(1)
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const factor = page.getByRole('region', { name: 'Second factor' })
  await factor.getByLabel('Current password').fill(person.password)
  await factor.getByRole('button', { name: 'Continue' }).click()
  const uri =
    (await page.getByRole('link', { name: 'Open in the app' }).or(page.locator('a[href^="otpauth:"]')).first().getAttribute('href')) ?? ''
  await factor.getByLabel('Code', { exact: true }).fill('000000')
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await expect(factor.getByText('This code is wrong or was already used')).toBeVisible()
  await expectAccessible(page, 'my account')
  await expect(async () => {
    await factor.getByLabel('Code', { exact: true }).fill(codeOf(uri))
    await factor.getByRole('button', { name: 'Turn on' }).click({ timeout: 1_000 })
    await expect(page.getByRole('button', { name: 'I have saved them' })).toBeVisible({ timeout: 1_500 })
  }).toPass()
  const recovery =
    (await page
      .getByRole('listitem')
      .filter({ hasText: /^[a-z1-9]{5}-[a-z1-9]{5}$/ })
      .first()
      .textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End the session on/ })).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login$/)

  await signIn(elsewhere, person.email, person.password)
  await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(elsewhere, 'second step')
  await elsewhere.getByLabel('Code').fill(recovery)
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(elsewhere).toHaveURL(/\/dashboard$/)

  await account(page).click()
  await page.getByRole('menuitem', { name: 'Invite someone' }).click()
  await expect(page.getByRole('heading', { name: 'Invite someone' })).toBeVisible()
  // The form of a section that was not opened: its words came with it.
  await expect(page.getByText('Language of mails', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Galih')
  await page.getByRole('textbox', { name: 'Email' }).fill('galih@lapangan.test')
  await page
    .getByRole('group', { name: 'Roles' })
    .or(page.getByRole('combobox', { name: 'Roles' }))
    .first()
    .click()
  await page
    .getByRole('option', { name: 'HRD' })
    .or(page.getByRole('checkbox', { name: 'HRD' }))
    .first()
    .click()
  await page.keyboard.press('Escape')
  await saveToList(page)
  await expect(page.getByText('Invitation sent to galih@lapangan.test')).toBeVisible()
  const mails = async () => (await readMails(server.dataDir)).filter((mail) => mail.includes('galih@lapangan.test')).length
  await expect.poll(mails).toBe(1)
})
