import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'
import { browserFlags } from './tests/support/browser.ts'

const executablePath = process.env.CHROME_PATH || (await findBrowser())
process.env.CHROME_PATH = executablePath

/**
 * Three workers with a server each, because a browser test waits more than it works. A second try is for a machine that is busy
 * with something else; the list names what needed it.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/fill-once.ts',
  outputDir: 'test-results/e2e',
  workers: 3,
  retries: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: browserFlags },
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
