import { expectNever, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'the first worker of a device is no new version, on the page after the sign-in and after a reload',
  isShort: true,
  async run(world) {
    const page = await world.signIn('root')
    // While the first worker installs, as somebody does who knows where they want to go.
    await page.go('/leads/list')
    await untilWhole(page)
    await page.until('the worker is in control', () => navigator.serviceWorker.controller?.state === 'activated')
    await expectNever(page, { text: 'A new version is ready.' })
    await page.reload()
    await untilWhole(page)
    await expectNever(page, { text: 'A new version is ready.' })
  },
}
