import { defineConfig } from '@playwright/test'
import { findBrowser, findShell } from './scripts/browser.mjs'
import { browserFlags } from './tests/support/browser.ts'

const browser = process.env.CHROME_PATH || (await findBrowser())
const shell = process.env.HEADLESS_SHELL_PATH || (await findShell(browser))
// Each worker reads this file again and takes what was found.
process.env.CHROME_PATH = browser
process.env.HEADLESS_SHELL_PATH = shell
// A killed server loses nothing without it.
process.env.FSYNC ??= 'false'

/** Tests of notifications and of a worker without tabs need a whole browser; the long runs use the browser that people have. */
const whole = /@whole|@long|@matrix/
const launchFrom = (executablePath: string) => ({ launchOptions: { executablePath, args: browserFlags } })

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
  // Limits for a loaded machine; `npm run bench` judges speed.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  projects: [
    { name: 'shell', grepInvert: whole, use: launchFrom(shell) },
    { name: 'whole', grep: whole, use: launchFrom(browser) },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
