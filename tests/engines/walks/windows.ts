import { addLead, untilSent, untilWaiting, versionsOf } from '../outbox.ts'
import { expectSame } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'two windows share one outbox: each sees what the other saved, and it is sent once, by either',
  isShort: false,
  async run(world) {
    const one = await world.signInToStay('sales')
    const two = await world.open()
    await two.go('/leads/list')
    await two.untilShown('tr[data-ref]')
    await world.line.set({ as: 'drop' })
    await addLead(one, 'Jendela Satu', '6281299990011')
    await untilWaiting(two, 1)
    await addLead(two, 'Jendela Dua', '6281299990012')
    await untilWaiting(one, 2)
    await world.line.set({ as: 'pass' })
    await untilSent(one)
    await untilSent(two)

    await world.line.set({ as: 'drop' })
    await addLead(one, 'Jendela Tutup', '6281299990013')
    await untilWaiting(two, 1)
    await one.close()
    await world.line.set({ as: 'pass' })
    await untilSent(two)
    for (const name of ['Jendela Satu', 'Jendela Dua', 'Jendela Tutup'])
      expectSame(`versions of ${name}`, await versionsOf(world, name), [1])
  },
}
