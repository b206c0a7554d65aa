import { expectAccessible } from '#tests/support/axe.ts'
import { covering } from '#tests/support/covering.ts'
import { allSections } from '#tests/support/sections.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
import { saveButton } from './forms.ts'
import { everyScreen, expectNoSideways, goTo, type Screen, settled } from './screens.ts'

const small = { ...phone, viewport: { width: 360, height: 740 } }
const preferencesOf = (locale: string, fontScale = 100) => ({
  'lapangan-preferences': JSON.stringify({ locale, theme: 'light', fontScale }),
})
const largest = { ...small, preferences: preferencesOf('en', 130) }

const fewSections = new Set(covering(allSections).map(({ name }) => name))
const inNpmTest = ({ section }: Screen) => !section || fewSections.has(section)
const walks = [
  // All are measured; axe, which takes longer, reads those of a few sections that together have all that the kit can do.
  { locale: 'en', device: largest, name: 'en on a small phone with the largest letters', tag: [], read: inNpmTest },
  { locale: 'en', device: largest, name: 'en on a small phone with the largest letters, each read', tag: ['@long'], read: () => true },
  { locale: 'ar', device: { ...laptop, preferences: preferencesOf('ar') }, name: 'ar on a laptop', tag: ['@long'], read: () => true },
]

// The longest of all, and the first by name: whatever is long and begins late is waited for. Three workers share it.
test.describe.configure({ mode: 'parallel' })
const parts = [1, 2, 3]

for (const [{ locale, device, name, tag, read }, part] of walks.flatMap((walk) => parts.map((number) => [walk, number] as const)))
  test(`every screen is whole, accessible and no wider than the device: ${name}, part ${part}`, { tag }, async ({ open, as }) => {
    test.setTimeout(480_000)
    const root = await as('root')
    const page = await open('root', device)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()))
    const blocked = 'Service Worker registration blocked by Playwright'
    const [room] = (await root.list('/crm/in/v1/chat-platform')).data
    const [question] = (await root.list('/crm/in/v1/tanya-saham', { size: '1' })).data
    const screens: Screen[] = [
      ...(await everyScreen(root)),
      { name: 'room', path: `/chat-platform/list?room=${room?.ref}` },
      { name: 'question', path: `/tanya-saham/list?open=${question?.ref}` },
    ]
    await page.goto('/dashboard')
    await settled(page)
    for (const screen of screens.filter((_, at) => at % parts.length === part - 1)) {
      await test.step(screen.name, async () => {
        await goTo(page, screen.path)
        await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
        await expectNoSideways(page, screen.name)
        if (read(screen)) await expectAccessible(page, `${screen.name}, ${name}`)
      })
    }
    expect(errors.filter((error) => error !== blocked)).toEqual([])
  })

test('what opens on a screen is no wider than a small phone with the largest letters', async ({ open }) => {
  const page = await open('root', largest)
  await page.goto('/leads/add')
  await settled(page)
  await expectNoSideways(page, 'new lead')
  await page.getByRole('button', { name: 'Add row' }).click()
  await expect(page.getByRole('button', { name: 'Remove row 1' })).toBeVisible()
  await expectNoSideways(page, 'lead with a source')
  const save = await saveButton(page).boundingBox()
  expect((save?.x ?? 0) + (save?.width ?? 999)).toBeLessThanOrEqual(360)

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoSideways(page, 'preferences')

  const stranger = await open('guest', largest)
  for (const path of ['/login', '/forgot-password', '/restriction-page?path=/bank/list']) {
    await stranger.goto(path)
    await expect(stranger.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectNoSideways(stranger, path)
  }
})
