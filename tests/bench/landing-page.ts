/**
 * The editor of a landing page of 200 blocks, from a key to the changed preview, and the first paint of a published page on a slow line with a
 * phone's processor. `npx tsx tests/bench/landing-page.ts`, after a build.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { maxBlocks } from '#contract/parts/block-fields.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { browserFlags } from '#tests/support/browser.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { remembered } from '../e2e/fixtures.ts'
import { spread } from './device.ts'

const maxPreviewMs = 50
const maxPaintMs = 1_200
const strokes = 60
const paints = 7

/** What Lighthouse calls slow 4G, and a phone's processor. */
const line = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const slower = 4

declare const drawnAfter: number[]

/** In the page: the time from each input to the change of the preview's document. */
function watchPreview(): void {
  const times: number[] = []
  let typedAt = 0
  addEventListener('input', () => (typedAt = performance.now()), true)
  const frame = document.querySelector<HTMLIFrameElement>('[data-preview]')
  const drawn = frame?.contentDocument?.querySelector('main')
  if (!drawn) throw new Error('no preview')
  new MutationObserver(() => {
    if (typedAt) times.push(performance.now() - typedAt)
    typedAt = 0
  }).observe(drawn, { childList: true, subtree: true })
  Object.assign(globalThis, { drawnAfter: times })
}

async function makePage(client: Client, body: unknown): Promise<string> {
  const options = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await client.fetch(landingPage.path, options)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()).data.ref
}

async function measurePreview(page: Page): Promise<number[]> {
  const block = page.locator('[data-block]').nth(maxBlocks / 2)
  await block.locator('[data-node-title]').click()
  const title = block.locator('input').first()
  await title.focus()
  await page.evaluate(watchPreview)
  for (let n = 1; n <= strokes; n++) {
    await page.keyboard.press('x')
    await page.waitForFunction((count) => drawnAfter.length >= count, n)
  }
  return page.evaluate(() => drawnAfter)
}

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', line)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(url)
  const read = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const painted = await page.evaluate(read)
  await context.close()
  return painted
}

async function main(): Promise<void> {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH || (await findBrowser()), args: browserFlags })
  try {
    const client = await signInTo(server.url, 'root')
    const sections = Array.from({ length: maxBlocks }, (_, at) => ({
      ...(at % 2 ? { kind: 'text', body: `<p>Isi ${at} <strong>tebal</strong></p>` } : { kind: 'hero', lead: `Teks ${at}` }),
      title: `Blok ${at}`,
    }))
    const ref = await makePage(client, { title: 'Dua ratus blok', sections })
    const storageState = remembered(server.url, client)
    const context = await browser.newContext({
      ...{ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' as const, baseURL: server.url },
      storageState,
    })
    const page = await context.newPage()
    await page.goto(`/landing-page/edit/${ref}`)
    await page
      .frameLocator('[data-preview]')
      .getByText(`Blok ${maxBlocks - 1}`, { exact: true })
      .waitFor({ state: 'attached' })
    const preview = spread(await measurePreview(page))
    await context.close()
    const took: number[] = []
    for (let n = 0; n < paints; n++) took.push(await firstPaint(browser, `${server.url}/p/mulai-investasi`))
    const paint = spread(took)
    console.log(JSON.stringify({ preview_ms: { blocks: maxBlocks, strokes, ...preview }, first_paint_ms: { paints, ...paint } }, null, 2))
    if (preview.p95 > maxPreviewMs || paint.p50 > maxPaintMs) process.exitCode = 1
  } finally {
    await browser.close()
    await server.dispose()
  }
}

await main()
