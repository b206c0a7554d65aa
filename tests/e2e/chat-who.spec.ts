/** Who answers under a number, and chats of one customer: decided without a network, joined and parted (docs/product/identity.md). */
import type { Page } from '@playwright/test'
import { type Cloud, message, openInbox, openRoom, roomRow, cloudTest as test } from './chat-scene.ts'
import { expect, phone } from './fixtures.ts'

interface Author {
  name: string
  account: string
  number?: string
}

let said = 0

/** A text of somebody, a second after the one before. */
async function say(cloud: Cloud, { name, account, number }: Author, body: string): Promise<void> {
  said += 1
  const from = { from_user_id: account, ...(number && { from: number }) }
  const contact = { profile: { name }, user_id: account, ...(number && { wa_id: number }) }
  const timestamp = String(Math.floor(Date.now() / 1_000) - 600 + said)
  const text = { ...from, id: `wamid.who${said}`, timestamp, type: 'text', text: { body } }
  await cloud.arrive(cloud.about({ contacts: [contact], messages: [text] }))
}

const confirmWith = (page: Page, words: string) => page.getByRole('alertdialog').getByRole('button', { name: words }).click()

test('who answers under a number is said without a network, and two chats of a customer are joined and parted', async ({
  as,
  cloud,
  device,
  network,
}) => {
  const number = '6285790004600'
  await say(cloud, { name: 'Rina Uji', account: 'ID.rina', number }, 'Halo kak, kelas EMT masih buka?')
  await say(cloud, { name: 'Joko Uji', account: 'ID.joko', number }, 'Halo, ini nomor baru saya')
  await say(cloud, { name: 'Siti Uji', account: 'ID.siti' }, 'Dari akun lama')
  await say(cloud, { name: 'Siti Uji Aminah', account: 'ID.aminah' }, 'Dari akun baru')

  const page = await openInbox(await device(await as('admin'), phone))
  await openRoom(page, 'Joko Uji')
  const note = page.locator('[data-note=anotherAccount]')
  await expect(note.getByRole('button', { name: 'Same person' })).toBeVisible()
  await network.set({ as: 'drop' })
  await note.getByRole('button', { name: 'Somebody else' }).click()
  await confirmWith(page, 'Somebody else')
  await expect(note).toContainText('Waits to be sent')
  await expect(note.getByRole('button', { name: 'Same person' })).toHaveCount(0)
  await network.set({ as: 'pass' })
  await expect(note).toContainText('Somebody else, says')
  await note.getByRole('button', { name: 'Open the other chat' }).click()
  await expect(message(page, 'Halo, ini nomor baru saya')).toHaveCount(1)
  await expect(message(page, 'Halo kak')).toHaveCount(0)
  await page.close()

  const desk = await openInbox(
    await device(await as('admin'), { viewport: { width: 1366, height: 768 } }),
    '/chat-platform/list?status=all&panel=true',
  )
  await expect(roomRow(desk, 'Rina Uji')).toHaveCount(1)
  await openRoom(desk, 'Siti Uji Aminah')
  const about = desk.getByRole('complementary', { name: 'About the customer' })
  await about.getByRole('button', { name: 'Join with another chat' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Join two chats of one customer' })
  await dialog.getByRole('button', { name: 'Dari akun lama' }).click()
  await dialog.getByRole('button', { name: 'Join chats' }).click()
  await expect(roomRow(desk, 'Siti Uji')).toHaveCount(1)
  await roomRow(desk, 'Siti Uji').getByRole('link').click()
  await expect(message(desk, 'Dari akun lama')).toHaveCount(1)
  await expect(message(desk, 'Dari akun baru')).toHaveCount(1)
  await about.getByRole('button', { name: 'Part', exact: true }).click()
  await confirmWith(desk, 'Part')
  await expect(roomRow(desk, 'Siti Uji')).toHaveCount(2)
  await expect(message(desk, 'Dari akun baru')).toHaveCount(0)
})
