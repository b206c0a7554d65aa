import { covering } from '#tests/support/covering.ts'
import { allSections } from '#tests/support/sections.ts'
import { everyScreen } from '../../e2e/screens.ts'
import { expectNone, expectSame, findSideways, follow, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

/** In the page: the direction, and whether it is dark behind the words. */
function readLook() {
  const [red = 255, green = 255, blue = 255] = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
  const { dir } = document.documentElement
  const { colorScheme } = getComputedStyle(document.documentElement)
  // Colours of CSS Color 4 are written in parts of one.
  const isDark = (red + green + blue) / 3 < (red <= 1 && green <= 1 && blue <= 1 ? 0.4 : 100)
  return { dir, colorScheme, isDark }
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
