import { startReleases } from '#tests/support/releases.ts'
import { expectNever, expectSame, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

const banner = { text: 'A new version is ready.' }

export const walk: EngineWalk = {
  name: 'a new version is announced, taken by a press, and keeps what was typed',
  isShort: false,
  async run(world) {
    const releases = await startReleases(world.server)
    try {
      const page = await world.signInToStay('sales', releases.url)
      await page.go('/leads/add')
      await untilWhole(page)
      await page.type({ role: 'textbox', name: 'Name' }, 'Ketikan Belum Disimpan')
      await page.run(() => void document.documentElement.setAttribute('data-before', ''))
      releases.release()
      await page.until('a worker that waits', async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        await registration?.update()
        return Boolean(registration?.waiting)
      })
      await page.untilShown(banner)
      await page.click({ role: 'button', name: 'Reload now' })
      await page.until('a page of the new version', () => !document.documentElement.hasAttribute('data-before'))
      await page.untilShown({ role: 'textbox', name: 'Name' })
      await page.until('what was typed', () =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Ketikan Belum Disimpan'),
      )
      const waits = await page.run(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
      expectSame('a worker that waits', waits, false)
      await expectNever(page, banner)
    } finally {
      await releases.close()
    }
  },
}
