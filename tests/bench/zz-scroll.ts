import { existsSync, writeFileSync } from 'node:fs'
import { chatPlatform } from '#contract/sections/chat-platform.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { openRoom, takeFrames, watchFrames } from './inbox-page.ts'
import { beginRoom, lengthenRoom } from './long-room.ts'

const phone = '6281299990001'
const trace = process.argv.includes('--trace')
const seconds = Number(process.argv.find((a) => /^\d+$/.test(a)) ?? 30)
const server = await startServer({ env: { DEMO_LEADS: '100', LOG_LEVEL: 'warn' }, dataDir: '/tmp/inboxroom' })
const browser = await openBrowser(await findBrowser(), { baseURL: server.url, viewport: { width: 1440, height: 900 } })
try {
  const admin = await signInTo(server.url, 'root')
  if (!(await admin.list(chatPlatform.path, { query: `search:${phone}` })).data.length) {
    await beginRoom(server.url, admin, phone)
    await server.stop()
    await lengthenRoom(server.dataDir, phone, 50_000)
    await server.restart()
  }
  const rooms = (await admin.list(chatPlatform.path, { query: 'status:open' })).data
  const long = rooms.find(({ customer_phone }) => customer_phone === phone)!
  const { token, ...rest } = admin.session
  await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const [page = await browser.context.newPage()] = browser.context.pages()
  await page.goto('/health/live')
  await page.evaluate(([name, value]) => localStorage.setItem(String(name), String(value)), ['jwt_access_token', token])
  await page.evaluate((session) => localStorage.setItem('lapangan-session', session), JSON.stringify(rest))
  await page.goto('/chat-platform/list?status=all')
  await page.locator(`#root li[data-ref="${long.ref}"]`).waitFor()
  await page.waitForLoadState('networkidle', { timeout: 180_000 })
  await page.evaluate(openRoom, long.ref)
  await page.locator(`[data-room="${long.ref}"] [data-message]`).first().waitFor()
  await page.waitForTimeout(2000)
  const cdp = await page.context().newCDPSession(page)
  const events: any[] = []
  if (trace) {
    cdp.on('Tracing.dataCollected', ({ value }: any) => events.push(...value))
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'v8.execute', 'disabled-by-default-devtools.timeline', 'toplevel', 'blink.user_timing', 'cc', 'disabled-by-default-v8.gc'] } } as any)
  }
  await page.evaluate(() => {
    const frames: any[] = []
    let before: number | null = null
    const frame = (now: number) => {
      if (before !== null && now - before > 40) { frames.push([Math.round(now), Math.round(now - before)]); performance.mark(`slow ${Math.round(now - before)}`) }
      before = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    Object.assign(globalThis, { slow: frames })
  })
  await page.evaluate(watchFrames)
  await page.mouse.move(900, 450)
  let read = 0
  const pages: number[] = []
  const t0 = await page.evaluate(() => performance.now())
  const n0 = performance.now()
  page.on('response', (r) => { if (r.url().includes('before=')) { read++; pages.push(Math.round(t0 + performance.now() - n0)) } })
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) { await page.mouse.wheel(0, -400); await page.waitForTimeout(16) }
  const { frames, tasks } = await page.evaluate(takeFrames)
  const slow = await page.evaluate(() => (globalThis as any).slow)
  console.log('pages', read, 'frames', frames.length, 'over50', frames.filter((f) => f > 50).length, 'over40', frames.filter((f) => f > 40).length, 'tasks', tasks.map(Math.round).join(' '))
  console.log('slow', JSON.stringify(slow))
  console.log('pages at', pages.join(' '))
  if (trace) {
    const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r))
    await cdp.send('Tracing.end')
    await done
    writeFileSync('/tmp/trace.json', JSON.stringify({ traceEvents: events }))
  }
} finally {
  await browser.dispose()
  await server.stop()
}
