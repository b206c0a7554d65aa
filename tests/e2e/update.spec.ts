import { startReleases } from '#tests/support/releases.ts'
import { openLeads } from './device.ts'
import { expect, laptop, remembered, test } from './fixtures.ts'
import { textbox } from './forms.ts'

test('a new version counts down a minute and reloads; input survives that, and any reload', { tag: '@long' }, async ({
  browser,
  server,
  as,
}) => {
  const releases = await startReleases(server)
  const storageState = remembered(releases.url, await as('sales'))
  const context = await browser.newContext({ ...laptop, baseURL: releases.url, storageState })
  try {
    const page = await openLeads(context)
    await page.clock.install()
    await page.goto('/leads/add')
    await textbox(page, 'Name').fill('Ketikan Belum Disimpan')
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(textbox(page, 'Name')).toHaveValue('Ketikan Belum Disimpan')

    await textbox(page, 'City').fill('Kota Sebelum Versi Baru')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    releases.release()
    await expect(async () => {
      await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update()))
      await expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await page.clock.runFor(25_000)
    await expect(page.getByText(/Reloading in [23]\d seconds\./)).toBeVisible()
    // Forty seconds of timers fire one by one, slowly on a busy machine.
    const reloaded = page.waitForEvent('load')
    await page.clock.runFor(40_000)
    await reloaded
    await expect(textbox(page, 'Name')).toHaveValue('Ketikan Belum Disimpan')
    await expect(textbox(page, 'City')).toHaveValue('Kota Sebelum Versi Baru')
    await expect(page.getByText('A new version is ready.')).toHaveCount(0)
  } finally {
    await context.close()
    await releases.close()
  }
})
