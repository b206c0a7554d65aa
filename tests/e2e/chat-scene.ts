/** Shared by chat specs: customers with a phone of their own or at a provider, and the inbox as a person uses it. */
import type { BrowserContext, Page } from '@playwright/test'
import { showPhone } from '#console/kit/text/phone.ts'
import { isolate, markValue } from '#contract/lib/value-parts.ts'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { simulatorConversation, simulatorExpire, simulatorOnline, simulatorRead, simulatorSend } from '#contract/simulator/simulator.ts'
import type { Client } from '#tests/support/client.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

export interface Seen {
  kind: string
  content: string | null
  is_admin: boolean
  media_url: string | null
}

export interface Customer {
  name: string
  /** Phone, and the business number as a select shows it. */
  phone: string
  to: string
  /** Writes to the business; a picture has the text as caption. Throws where the server refuses it. */
  writes(content: string, picture?: File): Promise<void>
  /** Messages on the phone, in order. */
  sees(): Promise<Seen[]>
  /** File of a message on the phone. */
  fetches(seen: Seen | undefined): Promise<Uint8Array>
  /** Texts of ours. */
  responses(): Promise<(string | null)[]>
  reads(): Promise<void>
  /** An offline phone gets messages later, when it is on. */
  setOnline(on: boolean): Promise<void>
  letsADayPass(): Promise<void>
}

let made = 0
const json = { 'content-type': 'application/json' }

async function makeNumber(admin: Client, more: object) {
  const phone = `62811${String(Date.now()).slice(-6)}${String(made).padStart(2, '0')}`
  const values = { name: `Sales ${made}`, phone, type: 'sales', is_active: true, ...more }
  const response = await admin.fetch(whatsappNumber.path, { method: 'POST', headers: json, body: JSON.stringify(values) })
  expect(response.status).toBe(201)
  const { id } = (await response.json()).data
  return { id: Number(id), shown: `${isolate(values.name)} · ${markValue(showPhone(phone))}` }
}

/** A customer without messages, and a business number for them alone. */
export async function meetCustomer(url: string, admin: Client, name: string): Promise<Customer> {
  made += 1
  const number = await makeNumber(admin, { channel: 'simulator' })
  const who = { number: number.id, phone: `62812${String(Date.now()).slice(-6)}${String(made).padStart(2, '0')}` }
  const play = async (call: { path: string }, body: BodyInit, headers = {}) => {
    const response = await fetch(url + call.path, { method: 'POST', body, headers })
    expect(response.ok, `${call.path}: ${response.status}`).toBe(true)
  }
  const sees = async (): Promise<Seen[]> => {
    const query = new URLSearchParams({ number: String(who.number), phone: who.phone })
    return (await (await fetch(`${url}${simulatorConversation.path}?${query}`)).json()).messages
  }
  return {
    name,
    phone: who.phone,
    to: number.shown,
    writes(content, picture) {
      const form = new FormData()
      for (const [field, value] of Object.entries({ ...who, name, content })) form.set(field, String(value))
      if (picture) form.set('media', picture)
      return play(simulatorSend, form)
    },
    sees,
    fetches: async (seen) => new Uint8Array(await (await fetch(url + seen?.media_url)).arrayBuffer()),
    responses: async () => (await sees()).filter(({ is_admin }) => is_admin).map(({ content }) => content),
    reads: () => play(simulatorRead, JSON.stringify(who), json),
    setOnline: (online) => play(simulatorOnline, JSON.stringify({ ...who, online }), json),
    letsADayPass: () => play(simulatorExpire, JSON.stringify(who), json),
  }
}

export interface Cloud extends CloudApi {
  /** Calls the webhook of the file's server until it is acknowledged, as the provider does. */
  arrive(payload: object): Promise<void>
}

/** A file's own server that sends to a provider of its own, where it has a number. */
export const cloudTest = test.extend<object, { provider: CloudApi; server: RunningServer; cloud: Cloud }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const provider = await startCloudApi()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer({ env: { LOG_LEVEL: 'warn', CHAT_CLOUD_URL: provider.url } })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  cloud: [
    async ({ provider, server, as }, use) => {
      await makeNumber(await as('admin'), { ...cloudAccount, channel: 'cloud' })
      const app = { request: (path: string, init: RequestInit) => fetch(server.url + path, init) }
      const arrive = async (payload: object) => expect.poll(async () => (await provider.call(app, payload)).status).toBe(200)
      await use({ ...provider, arrive })
    },
    { scope: 'worker' },
  ],
})

export const inboxPath = '/chat-platform/list?status=all'

/** Opens the inbox, with its socket open and shell cached. */
export async function openInbox(context: BrowserContext, path = inboxPath): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect(page.getByText('Connecting', { exact: true })).toHaveCount(0)
  return page
}

export const rooms = (page: Page) => page.getByRole('list', { name: 'Chats' })
export const roomRow = (page: Page, name: string) => rooms(page).getByRole('listitem').filter({ hasText: name })
export const openRoom = (page: Page, name: string) => rooms(page).getByRole('link', { name }).click()
export const room = (page: Page, name: string) => page.getByRole('region', { name: `Conversation with ${name}` })
export const message = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
export const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })
export const tick = (page: Page, words: string, which: string) => message(page, words).locator(`[data-tick=${which}]`)

/** Rooms, messages and other data of people on the device, as text; for a page or worker. */
export const cachedOnDevice = `(async () => {
  const answered = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  const found = []
  for (const { name } of await indexedDB.databases()) {
    const db = await answered(indexedDB.open(name))
    for (const store of ['rooms', 'messages', 'meta'])
      if (db.objectStoreNames.contains(store)) found.push(await answered(db.transaction(store).objectStore(store).getAll()))
    db.close()
  }
  return JSON.stringify(found)
})()`

export async function answer(page: Page, words: string): Promise<void> {
  await composer(page).fill(words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(message(page, words)).toHaveCount(1)
}
