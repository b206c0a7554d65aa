/**
 * The door of an event of 10,000 in a real browser: until the list is on the device; then, with its processor slowed four times to that of
 * a phone, again without a network, and from the last key of a hand scanner to the answer. `npx tsx tests/bench/door-crowd.ts`, after a build.
 */
import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { participant } from '#contract/sections/product/participant.ts'
import { openDatabase } from '#server/db/open.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { spread } from './device.ts'

const count = 10_000
/** An event of the demo that nobody registered for. */
const event = 12
const scans = 60
const slower = 4
const round = (value: number) => Math.round(value)

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await database.db.execute(sql`
    insert into event_participants (ref, event_id, name, phone, email, state, registered_at)
    select gen_random_uuid(), ${event}::bigint, (array['Budi','Dewi','Wahyu','Kartika','Rina','Made'])[1 + n % 6] || ' '
        || (array['Siregar','Anggraini','Nugroho','Wibowo'])[1 + n % 4] || ' ' || n, '62877' || (10000000 + n), 'tamu' || n || '@contoh.test',
      'registered', now()
    from generate_series(1, ${count}::int) as n`)
  await database.db.execute(sql`update events set quota = null, taken = ${count} where id = ${event}`)
  await database.close()
}

/** In the page: milliseconds from the Enter of a scanner to the answer that it shows. */
const watchAnswers = () => {
  const took: number[] = []
  let pressed = 0
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') pressed = performance.now()
  }
  document.addEventListener('keydown', onKey, { capture: true })
  new MutationObserver(() => {
    if (!pressed || !document.querySelector('[data-answer]')) return
    took.push(performance.now() - pressed)
    pressed = 0
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-answer'] })
  Object.assign(globalThis, { tookOfAnswers: took })
}

export async function benchDoor() {
  const env = { LOG_LEVEL: 'warn' }
  const first = await startServer({ env, readyWithin: 120_000 })
  const { dataDir } = first
  await first.stop()
  await fill(dataDir)
  const server = await startServer({ env, dataDir, readyWithin: 120_000 })
  const browser = await openBrowser(await findBrowser(), { baseURL: server.url, viewport: { width: 390, height: 844 } })
  try {
    const client = await signInTo(server.url, 'root')
    const { token, ...session } = client.session
    const { data } = await client.list(participant.path, { query: `event_id:${event}`, size: '100' })
    const codes: string[] = []
    for (const { id } of data.slice(0, scans)) codes.push((await (await client.fetch(`${participant.path}/${id}/ticket`)).json()).code)
    // The compiler wraps named functions in a helper that the page lacks.
    await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    const [page = await browser.context.newPage()] = browser.context.pages()
    await page.goto('/health/live')
    await page.evaluate(([name, value]) => localStorage.setItem(String(name), String(value)), ['jwt_access_token', token])
    await page.evaluate((value) => localStorage.setItem('lapangan-session', value), JSON.stringify(session))
    const protocol = await browser.context.newCDPSession(page)
    const listed = async (): Promise<number> => {
      const began = performance.now()
      await page.goto(`/event/door/${event}`)
      await page.locator('[data-inside]').filter({ hasText: '10,000' }).waitFor()
      return round(performance.now() - began)
    }
    const onDevice = await listed()
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // The shell is cached before it is started without a network.
    await page.waitForFunction(() => caches.keys().then((keys) => keys.some((key) => key.includes('precache'))), undefined, {
      polling: 200,
    })
    await browser.context.setOffline(true)
    const again = await listed()
    await page.evaluate(watchAnswers)
    for (const code of codes) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await page.waitForFunction((length) => Reflect.get(globalThis, 'tookOfAnswers').length === length, codes.indexOf(code) + 1)
    }
    const answers: number[] = await page.evaluate(() => Reflect.get(globalThis, 'tookOfAnswers'))
    const found: number[] = []
    for (const typed of ['wahyu', 'nugroho 12', '0877-1000-4', 'siregr bud']) {
      const began = performance.now()
      await page.getByLabel('Ticket, name or phone').fill(typed)
      await page.locator('[data-found]').first().waitFor()
      found.push(performance.now() - began)
      await page.getByLabel('Ticket, name or phone').fill('')
    }
    return {
      name: `a door with ${count} participants in Chromium, from the second line on with a processor ${slower} times slower`,
      listOnDevice_ms: onDevice,
      listWithoutNetwork_ms: again,
      answer_ms: spread(answers),
      found_ms: spread(found),
    }
  } finally {
    await browser.dispose()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (process.argv[1]?.endsWith('door-crowd.ts')) console.log(JSON.stringify(await benchDoor(), null, 2))
