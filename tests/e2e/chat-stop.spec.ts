import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { answer, type Customer, inboxPath, meetCustomer, message, openRoom, room, tick } from './chat-scene.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** Milliseconds of downtime. `npm test` is shorter; STOPPED_SECONDS=60 is the full test. */
const stoppedMs = Number(process.env.STOPPED_SECONDS ?? 10) * 1_000
/** Milliseconds between messages. */
const rhythmMs = 150

/** Unique texts of this test. */
const marks = /(?:Tanya|Jawab) \d+\./

interface Writing {
  /** Continues for so many more messages. */
  end(more: number): Promise<string[]>
}

/**
 * A customer who writes without pauses, with or without a server. After a broken connection, a person checks the phone before writing
 * again.
 */
function keepWriting(customer: Customer): Writing {
  const written: string[] = []
  let left = Number.POSITIVE_INFINITY
  const isThere = async (words: string) => (await customer.sees()).some(({ content }) => content === words)
  async function write(words: string): Promise<void> {
    for (;;) {
      const taken = await customer.writes(words).then(
        () => true,
        () => false,
      )
      if (taken) return
      // Throws until the server is back, then returns whether it has the message.
      const there = await isThere(words).catch(() => null)
      if (there) return
      if (there === null) await pause(rhythmMs)
    }
  }
  const working = (async () => {
    while (left > 0) {
      const words = `Tanya ${written.length + 1}.`
      await write(words)
      written.push(words)
      left -= 1
      await pause(rhythmMs)
    }
    return written
  })()
  return {
    end(more) {
      left = more
      return working
    },
  }
}

/** Every message of the open room, read from end to beginning; only those in view are drawn. */
const readRoom = (page: Page) =>
  page.evaluate(async (words) => {
    const list = document.querySelector<HTMLElement>('section[aria-label=Messages]')
    const found = new Map<number, string>()
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const collect = () => {
      for (const article of list?.querySelectorAll('[data-index] article') ?? []) {
        const text = new RegExp(words).exec(article.textContent ?? '')
        if (text) found.set(Number(article.closest('[data-index]')?.getAttribute('data-index')), text[0])
      }
    }
    if (list) list.scrollTop = list.scrollHeight
    for (let at = Number.POSITIVE_INFINITY; list && at > 0; ) {
      await frame()
      await frame()
      collect()
      at = list.scrollTop
      list.scrollTop = at - list.clientHeight / 2
    }
    if (list) list.scrollTop = list.scrollHeight
    await frame()
    return [...found].sort(([a], [b]) => a - b).map(([, text]) => text)
  }, marks.source)

/** Texts of this test on the phone. */
const onPhone = async (customer: Customer) => (await customer.sees()).flatMap(({ content }) => marks.exec(content ?? '')?.[0] ?? [])
const ours = (all: readonly string[]) => all.filter((words) => words.startsWith('Jawab'))
const theirs = (all: readonly string[]) => all.filter((words) => words.startsWith('Tanya'))

test(`the server is away for ${stoppedMs / 1_000} s under traffic: nothing is missed, nothing doubled, all in order, without a reload`, {
  tag: '@long',
}, async ({ server, as, open }) => {
  test.setTimeout(600_000 + stoppedMs)
  const admin = await as('admin')
  const customers = [await meetCustomer(server.url, admin, 'Maya Ramai'), await meetCustomer(server.url, admin, 'Joko Ramai')] as const
  const [maya] = customers
  for (const customer of customers) await customer.writes('Halo')
  const [sales, support] = [await open('sales'), await open('support')]
  for (const page of [sales, support]) {
    await page.goto(inboxPath)
    await waitUntilSettled(page)
    await openRoom(page, maya.name)
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  }
  const traffic = customers.map(keepWriting)
  await answer(sales, 'Jawab 1.')
  await expect(tick(sales, 'Jawab 1.', 'delivered')).toBeVisible()
  await expect(message(support, 'Tanya 8.')).toHaveCount(1)

  await server.kill()
  const back = Date.now() + stoppedMs
  const sent = { [customers[0].name]: ['Jawab 1.'], [customers[1].name]: [] as string[] }
  let count = 1
  while (Date.now() < back)
    for (const { name } of customers) {
      if (Date.now() >= back && sent[name]?.length) break
      await openRoom(sales, name)
      await expect(room(sales, name)).toBeVisible()
      count += 1
      await answer(sales, `Jawab ${count}.`)
      await expect(tick(sales, `Jawab ${count}.`, 'device')).toBeVisible()
      sent[name]?.push(`Jawab ${count}.`)
    }
  await server.restart()
  const written = await Promise.all(traffic.map((one) => one.end(10)))

  for (const [at, customer] of customers.entries()) {
    await expect.poll(async () => ours(await onPhone(customer))).toEqual(sent[customer.name])
    expect(theirs(await onPhone(customer))).toEqual(written[at])
    for (const page of [sales, support]) {
      await openRoom(page, customer.name)
      await expect(room(page, customer.name)).toBeVisible()
      const phone = await onPhone(customer)
      await expect.poll(() => readRoom(page)).toEqual(phone)
      expect(await page.locator('html').getAttribute('data-same-page')).toBe('')
    }
  }
})
