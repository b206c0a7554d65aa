import type { Upgrades } from '#tests/support/proxy.ts'
import { answer, composer, inboxPath, meetCustomer, message, openRoom, room, roomRow, tick } from './chat-scene.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** What a network does to sockets (docs/product/chat.md#without-sockets). */
const networks: Record<Exclude<Upgrades, 'pass'>, string> = {
  refuse: 'that refuses the upgrade',
  strip: 'that passes the upgrade on as a plain request',
  silent: 'that passes the handshake and nothing after it',
  hold: 'that holds the handshake',
}

for (const [upgrades, how] of Object.entries(networks))
  test(`chats work on a network ${how}`, async ({ device, network, server, as }) => {
    network.setUpgrades(upgrades as Upgrades)
    const name = `Rini ${upgrades}`
    const customer = await meetCustomer(server.url, await as('admin'), name)
    await customer.writes('Selamat pagi')
    const openInbox = async (account: 'support' | 'admin') => {
      // Caching the whole shell is slow, and no part of this.
      const opened = await (await device(await as(account), { serviceWorkers: 'block' })).newPage()
      await opened.goto(inboxPath)
      await waitUntilSettled(opened)
      await expect(opened.getByText('Connecting', { exact: true })).toHaveCount(0)
      return opened
    }
    const page = await openInbox('support')
    await openRoom(page, name)
    await expect(message(page, 'Selamat pagi')).toBeVisible()

    await customer.writes('Boleh tanya?')
    await expect(message(page, 'Boleh tanya?')).toBeVisible()
    await answer(page, 'Tentu, Kak')
    await expect(tick(page, 'Tentu, Kak', 'delivered')).toBeVisible()
    await customer.reads()
    await expect(tick(page, 'Tentu, Kak', 'read')).toBeVisible()
    await expect(roomRow(page, name)).toContainText('Tentu, Kak')

    // Another person on the same kind of network sees who types.
    const other = await openInbox('admin')
    await openRoom(other, name)
    await composer(page).fill('Silakan')
    await expect(room(other, name)).toContainText('typing')
    await expect(page.getByText(/Connecting|Reconnected/)).toHaveCount(0)
  })
