import { expectAccessible } from '#tests/support/axe.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
import { saveButton } from './forms.ts'
import { everyScreen, expectNoSideways, settled } from './screens.ts'

const ways = [
  { locale: 'en', size: phone, name: 'en on a phone', tag: [] },
  { locale: 'ar', size: laptop, name: 'ar on a laptop', tag: ['@long'] },
]

// The longest of all, and the first by name: whatever is long and begins late is waited for.
test.describe.configure({ mode: 'parallel' })

for (const { locale, size, name, tag } of ways)
  test(`every list and form is whole and accessible: ${name}`, { tag }, async ({ open, as }) => {
    test.setTimeout(480_000)
    const page = await open('root', { ...size, preferences: { 'lapangan-preferences': JSON.stringify({ locale, theme: 'light' }) } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()))
    const blocked = 'Service Worker registration blocked by Playwright'
    for (const screen of await everyScreen(await as('root'))) {
      await test.step(screen.name, async () => {
        await page.goto(screen.path)
        await settled(page)
        await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
        await expectNoSideways(page, screen.name)
        await expectAccessible(page, `${screen.name}, ${name}`)
      })
    }
    expect(errors.filter((error) => error !== blocked)).toEqual([])
  })

test('no screen is wider than a small phone with the largest letters', async ({ open, as }) => {
  test.setTimeout(120_000)
  const small = { ...phone, viewport: { width: 360, height: 740 } }
  const preferences = { 'lapangan-preferences': JSON.stringify({ locale: 'en', theme: 'light', fontScale: 130 }) }
  const root = await as('root')
  const page = await open('root', { ...small, preferences })
  const [room] = (await root.list('/crm/in/v1/chat-platform')).data
  const [lead] = (await root.list('/crm/in/v1/lead')).data
  const screens = [
    ...(await everyScreen(root)),
    { name: 'room', path: `/chat-platform/list?room=${room?.ref}` },
    { name: 'lead to look at', path: `/leads/detail/${lead?.ref}` },
  ]
  // Only what is on the screen counts here, so a screen is not waited for until nothing on it fades any more.
  const fits = async (name: string) => {
    await expect(page.locator('[data-skeleton], .animate-pulse, .animate-breathe')).toHaveCount(0)
    await expectNoSideways(page, name)
  }
  for (const { name, path } of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await fits(name)
  }

  await page.goto('/leads/add')
  await page.getByRole('button', { name: 'Add row' }).click()
  await expect(page.getByRole('button', { name: 'Remove row 1' })).toBeVisible()
  await fits('lead with a source')
  const save = await saveButton(page).boundingBox()
  expect((save?.x ?? 0) + (save?.width ?? 999)).toBeLessThanOrEqual(360)

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits('preferences')

  const stranger = await open('guest', { ...small, preferences })
  for (const path of ['/login', '/forgot-password', '/restriction-page?path=/bank/list']) {
    await stranger.goto(path)
    await expect(stranger.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectNoSideways(stranger, path)
  }
})
