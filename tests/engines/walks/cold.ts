import { leads } from '#contract/sections/sales/leads.ts'
import { untilLeadsKept } from '../outbox.ts'
import { expectNone, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'a killed browser starts without a network: leads, their search, forms, the dashboard',
  isShort: false,
  async run(world) {
    const page = await world.signInToStay('sales')
    await page.go('/leads/list')
    await untilWhole(page)
    await untilLeadsKept(page)
    const mine = Number((await (await world.as('sales')).list(leads.path, { size: '1' })).total_record)
    await world.killBrowser()
    await world.line.set({ as: 'drop' })

    const cold = await world.open()
    await cold.go('/leads/list')
    await untilWhole(cold)
    await cold.untilShown({ text: 'The server does not answer.' })
    await cold.until(`${mine} leads on the device`, (all) => document.querySelector(`[data-total="${all}"]`) !== null, mine)
    const name = await cold.run(() => document.querySelector('tr[data-ref] a')?.textContent ?? '')
    await cold.type({ role: 'textbox', name: 'Search' }, name)
    await cold.until(
      `only leads like ${name}`,
      (all) => {
        const found = Number(document.querySelector('[data-total]')?.getAttribute('data-total'))
        return found > 0 && found < all
      },
      mine,
    )
    for (const path of ['/dashboard', '/leads/add', '/outbox', '/device']) {
      await cold.go(path)
      await untilWhole(cold)
    }
    await world.line.set({ as: 'pass' })
    await cold.untilGone({ text: 'The server does not answer.' })
    expectNone(
      'errors of the page',
      (await cold.faults()).filter((fault) => !fault.startsWith('error: resource')),
    )
  },
}
