import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { signInTo } from '#tests/support/client.ts'
import { composer, meetCustomer, message, openInbox, openRoom, tick } from './chat-scene.ts'
import { nothingWaits } from './device.ts'
import { expect, test } from './fixtures.ts'
import { expectFitsPhones, faded } from './screens.ts'

const decision = (page: Page, words: string) => message(page, words).getByRole('group', { name: 'Needs your decision' })

test('replies whose 24 hours ended while they waited are replaced by a template, discarded, or sent once the window reopens', {
  tag: '@long',
}, async ({ device, network, server, as }) => {
  const nina = await meetCustomer(server.url, await as('admin'), 'Nina Kemarin')
  await nina.writes('Nanti saya balas ya')
  const context = await device(await signInTo(server.url, 'sales'))
  const page = await openInbox(context)
  await openRoom(page, 'Nina Kemarin')
  await expect(message(page, 'Nanti saya balas ya')).toBeVisible()
  await network.set({ as: 'drop' })
  const replies = ['Baik, saya tunggu.', 'Kelas mulai Senin.', 'Kursinya tinggal dua.']
  for (const words of replies) {
    await composer(page).fill(words)
    // A second press within a second is ignored as a double click.
    await composer(page).press('Enter')
    await expect(tick(page, words, 'device')).toBeVisible()
  }
  await nina.letsADayPass()
  await network.set({ as: 'pass' })
  const isLate = (words: string) => expect(decision(page, words)).toContainText('Only a template may be sent now.')
  await isLate('Baik, saya tunggu.')
  expect(await nina.responses()).toEqual([])

  await page.goto('/outbox')
  const entries = page.locator('[data-mutation]')
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText('The 24 hours are over. Only a template may be sent now.')
  await expectAccessible(page, 'replies that came too late, in the outbox')
  await entries.first().getByRole('link', { name: 'Choose a template' }).click()
  await decision(page, 'Baik, saya tunggu.').getByRole('button', { name: 'Choose a template' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await faded(page)
  await expectAccessible(page, 'templates in the place of a reply')
  await expectFitsPhones(page, 'templates')
  await dialog.getByRole('button', { name: /pengingat/ }).click()
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await expect(message(page, 'Kelas Anda dimulai besok.').locator('[data-tick=delivered]')).toBeVisible()

  await isLate('Kelas mulai Senin.')
  await decision(page, 'Kelas mulai Senin.').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(message(page, 'Kelas mulai Senin.')).toHaveCount(0)
  await isLate('Kursinya tinggal dua.')
  await nina.writes('Jadi ikut, Kak')
  await expect(tick(page, 'Kursinya tinggal dua.', 'delivered')).toBeVisible()
  await nothingWaits(page)
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(await nina.responses()).toEqual(['Kelas Anda dimulai besok. Balas pesan ini bila ada pertanyaan.', 'Kursinya tinggal dua.'])
})
