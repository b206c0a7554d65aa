import { addLead, untilSent, untilWaiting, versionsOf } from '../outbox.ts'
import { expectSame } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'a lead saved without a network outlives the browser, and reaches the server once',
  isShort: true,
  async run(world) {
    const page = await world.signInToStay('sales')
    await world.line.set({ as: 'drop' })
    await addLead(page, 'Tanpa Sinyal', '6281299990001')
    await untilWaiting(page, 1)
    await world.killBrowser()
    const again = await world.open()
    await again.go('/outbox')
    await untilWaiting(again, 1)
    await world.line.set({ as: 'pass' })
    await untilSent(again)
    expectSame('versions on the server', await versionsOf(world, 'Tanpa Sinyal'), [1])
  },
}
