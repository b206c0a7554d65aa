import { covering } from '#tests/support/covering.ts'
import { allSections } from '#tests/support/sections.ts'
import { everyScreen } from '../../e2e/screens.ts'
import { expectNone, expectSame, findSideways, follow, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

/** In the page: the direction, and whether it is dark behind the words. */
function readLook() {
  const brush = document.createElement('canvas').getContext('2d')
  if (!brush) throw new Error('no canvas')
  // Engines write the same colour in different ways.
  brush.fillStyle = getComputedStyle(document.body).backgroundColor
  brush.fillRect(0, 0, 1, 1)
  const [red = 255, green = 255, blue = 255] = brush.getImageData(0, 0, 1, 1).data
  const { colorScheme } = getComputedStyle(document.documentElement)
  return { dir: document.documentElement.dir, colorScheme, isDark: (red + green + blue) / 3 < 100 }
}

export const walk: EngineWalk = {
  name: 'screens that cover the kit, in Arabic and in the dark: from right to left, nothing beside the screen',
  isShort: false,
  async run(world) {
    const few = new Set(covering(allSections).map(({ name }) => name))
    const screens = (await everyScreen(await world.as('root'))).filter(({ section }) => !section || few.has(section))
    const page = await world.signInToStay('root')
    await page.run(() => localStorage.setItem('lapangan-preferences', JSON.stringify({ locale: 'ar', theme: 'dark', fontScale: 100 })))
    await page.reload()
    await untilWhole(page)
    expectSame('the look', await page.run(readLook), { dir: 'rtl', colorScheme: 'dark', isDark: true })
    const found: string[] = []
    for (const { name, path } of screens) {
      await follow(page, path).catch((error) => found.push(`${name}: ${error}`))
      for (const fault of [...(await findSideways(page)), ...(await page.faults())]) found.push(`${name}: ${fault}`)
    }
    await page.shot(`${world.pictures}/look.png`)
    expectNone('screens', found)
  },
}
