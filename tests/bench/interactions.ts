/**
 * How long people wait for what they press and type, at a quarter of the processor: from the event to the next paint (Event Timing), over a
 * walk through list, form and chat. `npx tsx tests/bench/interactions.ts [address of a demo]`.
 */
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { accounts, password } from '#tests/support/accounts.ts'
import { browserFlags } from '#tests/support/browser.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser, findShell } from '../../scripts/browser.mjs'
import { at } from './in-flight.ts'

const slower = 4
const rounds = 4
const typed = 'sari'

export interface Interaction {
  what: string
  presses: number
  p95_ms: number
  longest_ms: number
}

/** Durations of the interactions since the last call; what the browser does not report is shorter than 16 ms. */
const takeDurations = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
    const durations = [...window.__interactions.values()]
    window.__interactions.clear()
    return durations
  })

declare global {
  interface Window {
    /** The longest event of each interaction. */
    __interactions: Map<number, number>
  }
}

/** Observes every interaction of the page, from before its first script on. */
const observeInteractions = (page: Page) =>
  page.addInitScript(() => {
    window.__interactions = new Map()
    // Without named functions, for which the loader of TypeScript would want a helper in the page.
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceEventTiming && entry.interactionId)
          window.__interactions.set(entry.interactionId, Math.max(entry.duration, window.__interactions.get(entry.interactionId) ?? 0))
    })
    const options = { type: 'event', durationThreshold: 16, buffered: true }
    observer.observe(options)
  })

type Step = [what: string, walk: (page: Page, round: number) => Promise<void>]

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
const search = (page: Page) => page.getByRole('main').getByRole('searchbox').first()
const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

const steps: readonly Step[] = [
  [
    'open the list of leads',
    async (page) => {
      await link(page, 'Leads').click()
      await page.locator('tbody a').first().waitFor()
    },
  ],
  [
    'type a search',
    async (page) => {
      await search(page).pressSequentially(typed)
      await page.waitForURL(/query=/)
      for (const _ of typed) await search(page).press('Backspace')
      await page.waitForURL((url) => !url.search.includes('query='))
      await page.locator('tbody a').first().waitFor()
    },
  ],
  [
    'open and close the filters',
    async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  ],
  [
    'open a form',
    async (page) => {
      await page.locator('tbody a').first().click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    },
  ],
  ['type in a form', (page) => page.getByRole('textbox', { name: 'Name', exact: true }).pressSequentially(' Ayu')],
  [
    'save',
    async (page) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('tbody a').first().waitFor()
    },
  ],
  [
    'open the chats',
    async (page) => {
      await link(page, 'Chats').click()
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().waitFor()
    },
  ],
  [
    'open a chat',
    async (page) => {
      await page.getByRole('list', { name: 'Chats' }).getByRole('link').first().click()
      await page.getByRole('region', { name: 'Messages', exact: true }).waitFor()
    },
  ],
  [
    'write and send a message',
    async (page, round) => {
      await composer(page).pressSequentially(`Halo ${round}`)
      await composer(page).press('Enter')
      await page
        .getByRole('article')
        .filter({ hasText: `Halo ${round}` })
        .first()
        .waitFor()
    },
  ],
]

async function walk(browser: Browser, origin: string): Promise<Interaction[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await observeInteractions(page)
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email', { exact: true }).fill(accounts.root)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/dashboard/)
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await takeDurations(page)
  const durations = new Map<string, number[]>(steps.map(([what]) => [what, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [what, act] of steps) {
      await act(page, round)
      durations.get(what)?.push(...(await takeDurations(page)))
    }
  await page.close()
  return [...durations].map(([what, found]) => {
    const sorted = found.toSorted((a, b) => a - b)
    return { what, presses: sorted.length, p95_ms: at(sorted, 0.95), longest_ms: sorted.at(-1) ?? 0 }
  })
}

export async function benchInteractions(address?: string): Promise<Interaction[]> {
  const server = address ? null : await startServer({ env: { DEMO: 'true', LOG_LEVEL: 'warn' } })
  // A whole browser without a screen does not present every frame, so that the wait for a letter would end with a later one.
  const browser = await chromium.launch({ executablePath: await findShell(await findBrowser()), args: browserFlags })
  try {
    return await walk(browser, address ?? server?.url ?? '')
  } finally {
    await browser.close()
    await server?.dispose()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify(await benchInteractions(process.argv[2]), null, 2))
