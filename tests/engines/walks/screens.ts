import { everyScreen } from '../../e2e/screens.ts'
import { expectNone, findSideways, follow, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'every section, its list and its forms, on a laptop and on a phone: no error, nothing refused, nothing beside the screen',
  isShort: false,
  async run(world) {
    const screens = await everyScreen(await world.as('root'))
    const page = await world.signInToStay('root')
    const found: string[] = []
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.size(width, height)
      await page.reload()
      await untilWhole(page)
      for (const { name, path } of screens) {
        await follow(page, path).catch((error) => found.push(`${name} at ${width}: ${error}`))
        for (const fault of [...(await findSideways(page)), ...(await page.faults())]) found.push(`${name} at ${width}: ${fault}`)
      }
    }
    world.notes.push(`${screens.length} screens, twice`)
    expectNone('screens', found)
  },
}
