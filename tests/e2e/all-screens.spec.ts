import { expectAccessible } from '#tests/support/axe.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
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
