import { covering } from '#tests/support/covering.ts'
import { allSections } from '#tests/support/sections.ts'
import { everyScreen } from '../../e2e/screens.ts'
import { makeWalk } from '../../e2e/walk.ts'
import { expectNone, follow, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'what opens on screens that cover the kit lies within the window of a laptop, or is scrolled to',
  isShort: false,
  async run(world) {
    const few = new Set(covering(allSections).map(({ name }) => name))
    const screens = (await everyScreen(await world.as('root'))).filter(({ section }) => !section || few.has(section))
    const page = await world.signInToStay('root')
    await untilWhole(page)
    await page.run((make: typeof makeWalk) => {
      window.walk = make([])
    }, makeWalk)
    const seen: string[] = []
    const faults: string[] = []
    for (const { name, path } of screens) {
      await follow(page, path)
      const found = await page.run((screen, before) => window.walk.openAll(screen, before), name, seen)
      seen.push(...found.pressed)
      faults.push(...found.faults)
    }
    world.notes.push(`${seen.length} panels, menus and pickers on ${screens.length} screens`)
    expectNone('panels', [...faults, ...(await page.faults())])
  },
}
