import { addLead, untilSent, untilWaiting, versionsOf } from '../outbox.ts'
import type { EnginePage } from '../page.ts'
import { expectSame, follow, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

const forgets = { text: 'This window forgets everything when it is closed.' }
const silent = { text: 'The server does not answer.' }
const isRefusing = 'without-database'

/** A part of what is shown. */
const untilSaid = (page: EnginePage, words: string) =>
  page.until(`said: ${words}`, (part) => document.body.textContent?.includes(part), words)

const waitsHere = 'What you save waits here'
const keeps = 'keeps this data'

/** What the browser keeps is read after the first row, so a promise may stand until then, and no longer. */
const untilUnsaid = (page: EnginePage, words: string) =>
  page.until(`no longer said: ${words}`, (part) => !document.body.textContent?.includes(part), words)

export const walk: EngineWalk = {
  name: 'a private window says that it forgets, and one without a database sends at once and promises nothing',
  isShort: false,
  device: {
    isPrivate: true,
    // From then on for the pages of this tab; WebKit has a second, older name for it.
    script: `if (sessionStorage.getItem('${isRefusing}')) for (const name of ['indexedDB', 'webkitIndexedDB']) Object.defineProperty(globalThis, name, { value: undefined })`,
  },
  async run(world) {
    const page = await world.signInToStay('sales')
    if (world.engine === 'chromium') world.notes.push('private windows are not told from others')
    else {
      await page.untilShown(forgets)
      await page.click({ role: 'button', name: 'I understand' })
      await page.untilGone(forgets)
      await world.line.set({ as: 'drop' })
      await addLead(page, 'Jendela Pribadi', '6281299990031')
      await untilWaiting(page, 1)
      await page.untilShown(silent)
      for (const path of ['/outbox', '/device']) {
        await follow(page, path)
        await untilSaid(page, forgets.text)
        await untilUnsaid(page, keeps)
      }
      await world.line.set({ as: 'pass' })
      await untilSent(page)
      expectSame('versions of what waited', await versionsOf(world, 'Jendela Pribadi'), [1])
    }

    await page.run((item) => sessionStorage.setItem(item, 'yes'), isRefusing)
    await addLead(page, 'Tanpa Simpanan', '6281299990032')
    await untilSaid(page, 'Not kept on this device')
    expectSame('versions of what went at once', await versionsOf(world, 'Tanpa Simpanan'), [1])
    await page.go('/leads/add')
    await untilWhole(page)
    await world.line.set({ as: 'drop' })
    await page.untilShown(silent)
    await untilUnsaid(page, waitsHere)
    await page.type({ role: 'textbox', name: 'Name' }, 'Tidak Tersimpan')
    await page.type({ role: 'textbox', name: 'Phone' }, '6281299990033')
    await page.click({ role: 'button', name: 'Save' })
    await untilSaid(page, 'Nothing was saved; your text is still here.')
    await page.until('what was typed', () => [...document.querySelectorAll('input')].some(({ value }) => value === 'Tidak Tersimpan'))
    await world.line.set({ as: 'pass' })
    await page.untilGone(silent)
    expectSame('versions of what was refused', await versionsOf(world, 'Tidak Tersimpan'), [])
  },
}
