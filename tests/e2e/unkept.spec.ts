import type { Page } from '@playwright/test'
import { autoText } from '#contract/sections/other/auto-text.ts'
import { composer, meetCustomer, message, openRoom } from './chat-scene.ts'
import { expect, test } from './fixtures.ts'
import { pressUntil, saveButton, textbox } from './forms.ts'
import { waitUntilSettled } from './screens.ts'

/** Ways in which browsers refuse storage, as scripts that run before the page. */
const refusals = {
  'is full': () => {
    for (const name of ['add', 'put'] as const)
      IDBObjectStore.prototype[name] = () => {
        throw new DOMException('The transaction exceeded its quota.', 'QuotaExceededError')
      }
  },
  'cannot open its database': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
    }
  },
  'has no database, such as in a private window': () => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  },
}

async function fill(page: Page, shortcut: string): Promise<void> {
  await page.goto(`/${autoText.name}/add`)
  await waitUntilSettled(page)
  await textbox(page, 'Shortcut').fill(shortcut)
  await textbox(page, 'Title').fill('Uji')
  await textbox(page, 'Text').fill('Terima kasih')
}

let made = 0
for (const [how, refuse] of Object.entries(refusals))
  test(`on a device that ${how} a change goes straight to the server, and without a connection nothing is claimed`, async ({
    device,
    network,
    server,
    as,
  }) => {
    const client = await as('admin')
    const context = await device(client)
    await context.addInitScript(refuse)
    const page = await context.newPage()
    made += 1
    const shortcut = `uji${String(Date.now()).slice(-8)}${made}`
    const stored = async () => (await client.list(autoText.path, { query: `search:${shortcut}` })).data

    await fill(page, shortcut)
    await saveButton(page).click()
    await expect(page.getByText('Not kept on this device')).toBeVisible()
    await expect(page).toHaveURL(/\/list/)
    await expect(page.getByText(shortcut)).toBeVisible()
    expect(await stored()).toHaveLength(1)

    // The server's refusal stands in the form, which stays as it is.
    await fill(page, shortcut)
    await saveButton(page).click()
    await expect(page.getByText(/already/i).first()).toBeVisible()
    await expect(textbox(page, 'Shortcut')).toHaveValue(shortcut)

    await textbox(page, 'Shortcut').fill(`${shortcut}0`)
    await network.set({ as: 'drop' })
    await context.setOffline(true)
    // Room is tried for at each save, so a full device promises nothing else before.
    if (how !== 'is full') await expect(page.getByText('Nothing can be saved meanwhile.')).toBeVisible()
    await pressUntil(saveButton(page), () => expect(page.getByText('Nothing was saved; your text is still here.')).toBeVisible())
    await expect(textbox(page, 'Shortcut')).toHaveValue(`${shortcut}0`)
    expect(await stored()).toHaveLength(1)
    await network.set({ as: 'pass' })
    await context.setOffline(false)

    const name = `Tini ${made}`
    const customer = await meetCustomer(server.url, client, name)
    await customer.writes('Selamat siang')
    await page.goto('/chat-platform/list?status=all')
    await openRoom(page, name)
    await composer(page).fill('Siang, Kak')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(message(page, 'Siang, Kak')).toHaveCount(1)
    await expect.poll(customer.responses).toEqual(['Siang, Kak'])
    await expect(composer(page)).toHaveValue('')
  })
