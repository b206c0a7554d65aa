/**
 * The inbox in a real browser, with a room of 50,000 messages: opening, scrolling up, and switching rooms. `npx tsx tests/bench/inbox.ts
 * [folder with such a database]`, after a build.
 */
import { rm } from 'node:fs/promises'
import type { Page, Response as PageResponse } from '@playwright/test'
import { toRecord } from '#contract/kit/field/guards.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { fling, openRoom, takeFrames, watchFrames } from './inbox-page.ts'
import { beginRoom, lengthenRoom } from './long-room.ts'
import { watchStolen } from './stolen.ts'
import { taskTimes } from './task-cpu.ts'

const count = 50_000
const phone = '6281299990001'
const opens = 15
const switches = 100
/** Three frames of sixty a second take 50 ms, plus rounding of the page's clock. */
const longFrame = 50.5

const round = (value: number) => Math.round(value * 10) / 10
const findPercentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function spread(took: readonly number[]) {
  const sorted = took.toSorted((a, b) => a - b)
  return {
    samples: sorted.length,
    p50: round(findPercentile(sorted, 0.5)),
    p95: round(findPercentile(sorted, 0.95)),
    max: round(sorted.at(-1) ?? 0),
  }
}

const shown = (page: Page, room: string) => page.locator(`[data-room="${room}"] [data-message]`).first().waitFor()

/** Opens the inbox and waits until it is idle and the last messages of every room are cached. */
async function begin(page: Page, room: string): Promise<void> {
  await page.goto('/chat-platform/list?status=all')
  await page.locator(`#root li[data-ref="${room}"]`).waitFor()
  await page.waitForLoadState('networkidle', { timeout: 180_000 })
}

/** Pause of a person. */
const look = (page: Page, ms: number) => page.waitForTimeout(ms)

/** Each in a new page, without the room in memory: `cold` as the page's first room, `warm` after another. */
async function openOften(page: Page, room: string, other: string): Promise<{ cold: number[]; warm: number[] }> {
  await begin(page, room)
  const [cold, warm]: [number[], number[]] = [[], []]
  for (let run = 0; run < opens; run++) {
    await begin(page, room)
    cold.push(await page.evaluate(openRoom, room))
    await begin(page, room)
    await page.evaluate(openRoom, other)
    await look(page, 1_000)
    warm.push(await page.evaluate(openRoom, room))
  }
  return { cold, warm }
}

/** Switches between rooms already shown; `alone`: those without steal time. */
async function switchOften(page: Page, rooms: readonly string[]): Promise<{ all: number[]; alone: number[] }> {
  const took: { at: number; ms: number }[] = []
  const endWatch = watchStolen()
  for (let run = -rooms.length; run < switches; run++) {
    const at = Date.now()
    const ms = await page.evaluate(openRoom, rooms[(run + rooms.length) % rooms.length] ?? '')
    if (run >= 0) took.push({ at, ms })
    await look(page, run < 0 ? 1_000 : 200)
  }
  const stolen = endWatch()
  const alone = took.filter(({ at, ms }) => stolen.between(at, at + ms) === 0)
  return { all: took.map(({ ms }) => ms), alone: alone.map(({ ms }) => ms) }
}

/** Scrolls up until so many messages were read, and returns all frames. */
async function scrollUp(page: Page, move: () => Promise<void>, scrolled = 5_000) {
  let read = 0
  const received = async (response: PageResponse) => {
    if (!response.url().includes('before=')) return
    const body: unknown = await response.json().catch(() => null)
    const { messages } = toRecord(body)
    read += Array.isArray(messages) ? messages.length : 0
  }
  page.on('response', received)
  await page.evaluate(takeFrames)
  const endWatch = watchStolen()
  const [began, beganAt] = [performance.now(), Date.now()]
  while (read < scrolled && performance.now() - began < 120_000) await move()
  const seconds = round((performance.now() - began) / 1_000)
  const { frames, tasks } = await page.evaluate(takeFrames)
  const stolen = endWatch()
  page.off('response', received)
  const long = frames
    .filter(({ ms }) => ms > longFrame)
    .map(({ at, ms }) => ({ after_s: round((at - beganAt) / 1_000), ms: round(ms), stolen_ms: stolen.between(at, at + ms) }))
  return {
    messages: read,
    seconds,
    frame_ms: spread(frames.map(({ ms }) => ms)),
    frames_over_50ms: long.length,
    /** Without the host's steal time. */
    own_frames_over_50ms: long.filter(({ ms, stolen_ms }) => ms - stolen_ms > longFrame).length,
    long_frames: long,
    long_tasks_ms: tasks.map((ms) => Math.round(ms)),
    stolen_percent: round(stolen.percent),
  }
}

/** Figures of the inbox. */
export async function benchInbox(folder?: string) {
  const server = await startServer({ env: { DEMO_LEADS: '100', LOG_LEVEL: 'warn' }, ...(folder && { dataDir: folder }) })
  const browser = await openBrowser(await findBrowser(), { baseURL: server.url, viewport: { width: 1440, height: 900 } })
  try {
    const admin = await signInTo(server.url, 'root')
    if (!(await admin.list(chatPlatform.path, { query: `search:${phone}` })).data.length) {
      await beginRoom(server.url, admin, phone)
      await server.stop()
      await lengthenRoom(server.dataDir, phone, count)
      await server.restart()
    }
    const rooms = (await admin.list(chatPlatform.path, { query: 'status:open' })).data
    const long = rooms.find(({ customer_phone }) => customer_phone === phone)
    if (!long) throw new Error('the long room is not the first')
    const { token, ...rest } = admin.session
    // The compiler wraps named functions in a helper that the page lacks.
    await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    const [page = await browser.context.newPage()] = browser.context.pages()
    await page.goto('/health/live')
    await page.evaluate(([name, value]) => localStorage.setItem(String(name), String(value)), ['jwt_access_token', token])
    await page.evaluate((session) => localStorage.setItem('lapangan-session', session), JSON.stringify(rest))

    const others = rooms.filter(({ ref }) => ref !== long.ref).map(({ ref }) => ref)
    const opened = await openOften(page, long.ref, others[0] ?? '')
    const switched = await switchOften(page, [long.ref, ...others.slice(0, 3)])

    await begin(page, long.ref)
    await page.evaluate(openRoom, long.ref)
    await shown(page, long.ref)
    await page.mouse.move(900, 450)
    await look(page, 1_000)
    await page.evaluate(watchFrames)
    const scrollWheel = (pixels: number, pause: number) => async () => {
      await page.mouse.wheel(0, -pixels)
      await page.waitForTimeout(pause)
    }
    const spin = scrollWheel(400, 16)
    // A finger's speed, thirty notches a second; then seven times as fast.
    const wheel = await scrollUp(page, scrollWheel(120, 33), 2_000)
    const spun = await scrollUp(page, spin)
    const flung = await scrollUp(page, () => page.evaluate(fling, { pixels: 900, frames: 30 }))
    const tasks = await taskTimes(page, () => scrollUp(page, spin))
    return {
      messages: count,
      open_first_ms: spread(opened.cold),
      open_ms: spread(opened.warm),
      switch_ms: spread(switched.all),
      switch_alone_ms: spread(switched.alone),
      wheel,
      spun,
      flung,
      // Work of the page, without waiting for a processor.
      spun_task_cpu_ms: { tasks: tasks.length, over_50ms: tasks.filter((ms) => ms > 50).length, longest: tasks.slice(0, 5).map(round) },
    }
  } finally {
    await browser.dispose()
    await server.stop()
    if (!folder) await rm(server.dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('inbox.ts')) console.log(JSON.stringify(await benchInbox(process.argv[2]), null, 2))
