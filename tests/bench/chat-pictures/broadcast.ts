/** Pictures of a broadcast, from the choice of its chats to what became of each: one is begun in the first page, and shown in all. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { broadcastOne, resumeBroadcast } from '#contract/chat/broadcasts.ts'
import { webhookReceive } from '#contract/chat/webhook.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import type { Client } from '#tests/support/client.ts'
import { cloudNumberName, recipientNames, wholeTemplate } from './cases.ts'
import { pictureOf } from './picture-of.ts'
import type { PictureWorld } from './world.ts'

const list = `${chatPlatform.name}/list?status=all`
const dialog = '[role=dialog]'
const refused = (code: number, message: string) => ({ status: 400, body: { error: { message: `(#${code}) ${message}`, code } } })

/** A webhook of customers' messages or of states, as WhatsApp calls it. */
async function tell({ url, cloud }: PictureWorld, value: Readonly<Record<string, unknown>>): Promise<void> {
  const app = { request: (path: string, init: RequestInit) => fetch(url + path, init) }
  const { status } = await cloud.call(app, cloud.about(value))
  if (status !== 200) throw new Error(`${webhookReceive.path} answered ${status}`)
}

const seconds = () => String(Math.floor(Date.now() / 1_000))

/** Customers who write to the number; the last one stops promotions. */
async function meetRecipients(world: PictureWorld): Promise<void> {
  for (const [at, name] of recipientNames.entries()) {
    const from = `6281399900${String(at).padStart(3, '0')}`
    const words = at === recipientNames.length - 1 ? 'STOP' : 'Halo, ada kelas baru?'
    const message = { from, id: `wamid.met-${at}-${seconds()}`, timestamp: seconds(), type: 'text', text: { body: words } }
    await tell(world, { contacts: [{ wa_id: from, profile: { name } }], messages: [message] })
  }
}

async function untilState(root: Client, ref: string, wanted: string): Promise<void> {
  for (let look = 0; look < 240; look += 1) {
    const { state } = await (await root.fetch(broadcastOne.path.replace('{id}', ref))).json()
    if (state === wanted) return
    await pause(500)
  }
  throw new Error(`the broadcast did not become ${wanted}`)
}

/** Pictures of each page in their order. */
export async function takeBroadcast(pages: readonly Page[], world: PictureWorld, root: Client): Promise<Buffer[][]> {
  const { cloud } = world
  const taken = pages.map((): Buffer[] => [])
  const each = (act: (page: Page, at: number) => Promise<unknown>) => Promise.all(pages.map(act))
  const take = (shown: string) => each(async (page, at) => void taken[at]?.push(await pictureOf(page, shown)))
  const toEnd = (selector: string) =>
    each((page) =>
      page.locator(selector).evaluateAll((boxes) => {
        for (const box of boxes) box.scrollTo(0, box.scrollHeight)
      }),
    )

  await meetRecipients(world)
  await each(async (page) => {
    await page.goto(list)
    await page.locator('header button[aria-pressed]').first().click()
    await page.locator('[role=toolbar] input[type=checkbox]').click()
  })
  await take('[role=toolbar] + div')
  await each((page) => page.locator('[role=toolbar] + div').getByRole('button', { name: cloudNumberName }).click())
  await take('[role=toolbar]')
  await each((page) => page.locator('[role=toolbar] button:has(.lucide-megaphone)').click())
  await take(`${dialog} ul button`)
  await each((page) => page.locator(`${dialog} ul`).getByRole('button', { name: wholeTemplate }).click())
  await take(`${dialog} form`)
  await each(async (page) => {
    for (const input of await page.locator(`${dialog} form input`).all())
      if ((await input.inputValue()) === '') await input.fill('analisis-teknikal')
  })
  await toEnd(`${dialog} form`)
  await take(`${dialog} form`)
  await each((page) => page.locator(`${dialog} button[type=submit]`).click())
  await take(`${dialog} button:has(.lucide-megaphone)`)
  await toEnd(`${dialog} ul`)
  await take(`${dialog} button:has(.lucide-megaphone)`)

  let release: () => void = () => undefined
  const isReleased = new Promise<void>((done) => {
    release = done
  })
  cloud.taken = () => isReleased
  const [first] = pages
  if (!first) return []
  await first.locator(`${dialog} button:has(.lucide-megaphone)`).click()
  await first.waitForURL(/broadcast=[0-9a-f-]{36}/)
  const ref = new URL(first.url()).searchParams.get('broadcast') ?? ''
  const show = (opened: string) => each((page) => page.goto(`${list}&broadcast=${opened}`))
  await show(ref)
  await take(`${dialog} [role=progressbar]`)
  cloud.responses.push(
    refused(131_026, 'Message undeliverable'),
    refused(130_472, "User's number is part of an experiment"),
    refused(131_048, 'Spam rate limit hit'),
  )
  release()
  await untilState(root, ref, 'held')
  const [sent] = cloud.sent.slice(-1)
  for (const status of ['sent', 'delivered', 'read'])
    await tell(world, { statuses: [{ id: sent?.id, status, timestamp: seconds(), recipient_id: sent?.to }] })
  await show(ref)
  await take(`${dialog} li`)
  await toEnd(`${dialog} .overflow-y-auto`)
  await take(`${dialog} li`)
  cloud.taken = async () => undefined
  await root.fetch(resumeBroadcast.path.replace('{id}', ref), { method: 'PUT' })
  await untilState(root, ref, 'done')
  await show(ref)
  await take(`${dialog} li`)
  await show('all')
  await take(`${dialog} li`)
  return taken
}
