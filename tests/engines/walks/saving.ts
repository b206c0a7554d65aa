import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leads } from '#contract/sections/sales/leads.ts'
import { expectNone, expectSame, untilSo, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

/** What the engines' recorders made, and what the product makes of it. */
const sounds = ['chromium.webm', 'firefox.ogg', 'webkit.opus.m4a', 'whole-aac.m4a'] as const
const types = { webm: 'audio/webm', ogg: 'audio/ogg', m4a: 'audio/mp4' } as const

const paper = new File(['%PDF-1.4\n%%EOF'], 'Kontrak.pdf', { type: 'application/pdf' })

async function soundFile(name: (typeof sounds)[number]): Promise<File> {
  const type = types[name.split('.').at(-1) as keyof typeof types]
  return new File([await readFile(join('tests/support/files/sounds', name))], name, { type })
}

/** In the page: an app of an iPhone's home screen, whose system notes what is shared. */
function pretendHomeScreen(): void {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
  const share = async ({ files }: { files: File[] }) => {
    document.documentElement.dataset.shared = files.map(({ name }) => name).join()
  }
  for (const [name, value] of Object.entries({ userAgent: agent, standalone: true, canShare: () => true, share }))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

export const walk: EngineWalk = {
  name: 'an export is saved under its name, every recording plays and tells its length, and a home screen shares and leads back',
  isShort: false,
  async run(world) {
    const admin = await world.as('admin')
    const page = await world.signInToStay('admin')
    await page.go('/bank/list')
    await untilWhole(page)
    await page.click({ role: 'button', name: 'Export' })
    await page.click('[role=dialog] footer button:last-child')
    const saved = async () => (await readdir(world.downloads)).filter((file) => /^bank.*\.xlsx$/.test(file))
    await untilSo('the export is saved under its name', async () => (await saved()).length === 1)
    const [name = ''] = await saved()
    await untilSo('the export is whole', async () => (await readFile(join(world.downloads, name))).subarray(0, 2).toString() === 'PK')

    const [lead] = (await admin.list(leads.path, { size: '1' })).data
    await page.go(`/leads/edit/${lead?.ref}`)
    await untilWhole(page)
    await page.choose('section[aria-labelledby] input[type=file][multiple]', [paper, ...(await Promise.all(sounds.map(soundFile)))])
    await page.until(
      'all are stored',
      (count: number) => document.querySelectorAll('li[data-attachment][data-state=stored]').length === count,
      sounds.length + 1,
    )
    for (const sound of sounds) {
      await page.click({ role: 'button', name: new RegExp(sound.replaceAll('.', '\\.')) })
      await page.until(
        `the length of ${sound}`,
        (words: string) => {
          const item = [...document.querySelectorAll('li[data-attachment]')].find((each) => each.textContent?.includes(words))
          return /0:0[12]/.test(item?.querySelector('[data-length]')?.textContent ?? '')
        },
        sound,
      )
      // It plays at once, or waits for a press where the browser wants one.
      if (await page.isShown({ role: 'button', name: 'Play' })) await page.click({ role: 'button', name: 'Play' })
      await page.until(`${sound} is played`, () => {
        const player = [...document.querySelectorAll('audio')].at(-1)
        return player !== undefined && player.error === null && (player.currentTime > 0 || player.ended)
      })
      await page.click({ role: 'button', name: new RegExp(sound.replaceAll('.', '\\.')) })
    }

    await page.run(pretendHomeScreen)
    await page.click({ role: 'button', name: /Kontrak\.pdf/ })
    await page.untilShown('[role=dialog]')
    await page.click('[role=dialog] footer button:last-child')
    await page.until('the document is shared', () => document.documentElement.dataset.shared === 'Kontrak.pdf')
    await page.click('[role=dialog] footer button:first-child')
    await page.untilGone('[role=dialog]')
    expectSame('where one is', await page.path(), `/leads/edit/${lead?.ref}`)
    expectNone(
      'errors of the page',
      (await page.faults()).filter((fault) => !fault.startsWith('error: resource')),
    )
  },
}
