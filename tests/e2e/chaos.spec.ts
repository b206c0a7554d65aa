import { runBrowser } from '#tests/chaos/browser-run.ts'
import { expect, test } from './fixtures.ts'

// By itself `npm run chaos:browser`; the walk of all sections kills a browser in npm test.
test('a browser killed twice in the midst of saving and sending loses and doubles nothing @long', async ({ launchOptions }) => {
  const { saved, violations } = await runBrowser({ kills: 2, seed: 3, engine: 'chromium', program: launchOptions.executablePath ?? '' })
  expect(violations).toEqual([])
  expect(saved).toBeGreaterThan(0)
})
