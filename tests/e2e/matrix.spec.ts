import { violations } from '#tests/support/axe.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
import { everyScreen, expectNoSideways, waitUntilSettled } from './screens.ts'

/** npm run e2e:matrix: every screen in every language, size and theme, with screenshots in test-results/screens. */
for (const locale of ['en', 'id', 'tr', 'ar'])
  for (const size of [phone, laptop])
    for (const theme of ['light', 'dark']) {
      const { width } = size.viewport
      test(`@matrix ${locale} ${width} ${theme}`, async ({ open, as }) => {
        const preferences = { 'lapangan-preferences': JSON.stringify({ locale, theme }) }
        const page = await open('root', { ...size, preferences })
        const guest = await open('guest', { ...size, preferences })
        const wrong: string[] = []
        const look = async (on: typeof page, screen: { name: string; path: string }) => {
          await on.goto(screen.path)
          await waitUntilSettled(on)
          await expectNoSideways(on, screen.name)
          wrong.push(...(await violations(on)).map((what) => `${screen.name}: ${what}`))
          await on.screenshot({ path: `test-results/screens/${screen.name.replaceAll(' ', '-')}-${locale}-${width}-${theme}.png` })
        }
        for (const screen of ['login', 'forgot-password', 'restriction-page']) await look(guest, { name: screen, path: `/${screen}` })
        for (const screen of await everyScreen(await as('root'))) await look(page, screen)
        expect(wrong).toEqual([])
      })
    }
