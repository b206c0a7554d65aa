import type { Page } from '@playwright/test'
import { browserFlags } from '#tests/support/browser.ts'
import { composer, inboxPath, meetCustomer, message, openRoom, room } from './chat-scene.ts'
import { expect, phone, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** A fake microphone; each context grants its permission. */
test.use({
  launchOptions: { executablePath: process.env.CHROME_PATH ?? '', args: [...browserFlags, '--use-fake-device-for-media-stream'] },
})

const record = (page: Page) => page.getByRole('button', { name: 'Record a voice message' })
const voice = (page: Page) => page.getByRole('article').filter({ has: page.getByRole('button', { name: /^(Play|Pause)$/ }) })

test('a voice note is recorded, sent in a form that WhatsApp plays, and shows its length', async ({ server, as, open }) => {
  const laras = await meetCustomer(server.url, await as('admin'), 'Laras Wening')
  await laras.writes('Bisa dijelaskan lewat suara?')
  const page = await open('sales', { ...phone, permissions: ['microphone'] })
  await page.goto(inboxPath)
  await waitUntilSettled(page)
  await openRoom(page, 'Laras Wening')
  await expect(message(page, 'Bisa dijelaskan')).toBeVisible()

  await record(page).click()
  await expect(page.getByRole('timer', { name: 'Recording' })).toHaveText('0:02')
  await page.getByRole('button', { name: 'Discard the recording' }).click()
  await expect(composer(page)).toBeVisible()
  await expect(voice(page)).toHaveCount(0)

  await record(page).click()
  await expect(page.getByRole('timer', { name: 'Recording' })).toHaveText('0:02')
  await room(page, 'Laras Wening').getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('Your recording is kept in the chat with Laras Wening')).toBeVisible()
  await openRoom(page, 'Laras Wening')
  const files = page.getByRole('list', { name: 'Files to send' })
  await files.getByRole('button', { name: /voice-note/ }).click()
  await expect(files).toHaveCount(0)

  await record(page).click()
  await expect(page.getByRole('timer', { name: 'Recording' })).toHaveText('0:02')
  await page.getByRole('button', { name: 'Send the voice message' }).click()
  await expect(voice(page).locator('[data-tick=delivered]')).toBeVisible()
  await expect(voice(page).locator('[data-length]')).toHaveText(/^0:0[2-9]$/)
  await voice(page).getByRole('button', { name: 'Play' }).click()
  await expect(voice(page).getByRole('button', { name: 'Pause' })).toBeVisible()

  const received = (await laras.sees()).findLast(({ kind }) => kind === 'audio')
  const head = String.fromCharCode(...(await laras.fetches(received)).subarray(0, 36))
  expect([head.slice(0, 4), head.slice(28, 36)]).toEqual(['OggS', 'OpusHead'])

  const send = page.getByRole('button', { name: 'Send', exact: true })
  await composer(page).fill('Sudah saya jelaskan.')
  await send.dblclick()
  await composer(page).fill('Semoga jelas.')
  await send.click()
  for (const words of ['Sudah saya jelaskan.', 'Semoga jelas.']) await expect(message(page, words)).toHaveCount(1)
  await expect(page.getByRole('timer', { name: 'Recording' })).toHaveCount(0)
})

test('a missing microphone is reported, and text can still be written', async ({ server, as, open }) => {
  const bagas = await meetCustomer(server.url, await as('admin'), 'Bagas Prakoso')
  await bagas.writes('Halo')
  const page = await open('sales')
  await page.goto(inboxPath)
  await waitUntilSettled(page)
  await openRoom(page, 'Bagas Prakoso')
  await record(page).click()
  await expect(page.getByRole('alert')).toContainText('The microphone is not allowed for this page.')
  await composer(page).fill('Baik, saya tulis saja.')
  await composer(page).press('Enter')
  await expect(message(page, 'Baik, saya tulis saja.')).toBeVisible()
  await expect(room(page, 'Bagas Prakoso').getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)

  const papers = Array.from({ length: 12 }, (_, i) => ({
    name: `bab-${i}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-${i}`),
  }))
  await page.getByLabel('Attach files').setInputFiles(papers)
  await expect(page.getByText('At most 10 files go at once: the others were left out.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const names = async () => (await bagas.sees()).filter(({ kind }) => kind === 'document').length
  // Ten uploads and messages, one after the other.
  await expect.poll(names).toBe(10)
  await expect(page.getByRole('list', { name: 'Files to send' })).toHaveCount(0)
})
