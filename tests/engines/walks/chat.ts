import { pictureOf } from '#tests/support/pictures.ts'
import { inboxPath, meetCustomer } from '../../e2e/chat-scene.ts'
import { expectNone, expectSame, untilSo, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'a chat with words, a picture and a voice note that WhatsApp plays, and words that waited for the network',
  isShort: false,
  async run(world) {
    const laras = await meetCustomer(world.server.url, await world.as('admin'), 'Laras Wening')
    await laras.writes('Bisa dijelaskan lewat suara?')
    const page = await world.signInToStay('sales')
    await page.go(inboxPath)
    await untilWhole(page)
    await page.click({ role: 'link', name: /Laras Wening/ })
    await page.untilShown({ text: 'Bisa dijelaskan lewat suara?' })
    const composer = { role: 'textbox', name: 'Write a message' } as const
    await page.type(composer, 'Bisa, Kak.')
    await page.press('Enter')
    await page.until('the words are delivered', () => document.querySelector('article [data-tick=delivered]') !== null)

    await page.choose('input[type=file][aria-label="Attach files"]', [await pictureOf(640, 480)])
    await page.untilShown('[aria-label="Files to send"]')
    await page.click({ role: 'button', name: 'Send' })
    await untilSo('the picture is on the phone', async () =>
      (await laras.sees()).some(({ kind, is_admin }) => is_admin && kind === 'image'),
    )

    const record = { role: 'button', name: 'Record a voice message' } as const
    await page.clickUntil(record, 'a recording', () => document.querySelector('[role=timer]') !== null)
    await page.until('two seconds of voice', () => /\d:(0[2-9]|[1-9]\d)/.test(document.querySelector('[role=timer]')?.textContent ?? ''))
    await page.click({ role: 'button', name: 'Send the voice message' })
    await untilSo('the voice is on the phone', async () => (await laras.sees()).some(({ kind, is_admin }) => is_admin && kind === 'audio'))
    const voice = (await laras.sees()).findLast(({ kind }) => kind === 'audio')
    const head = String.fromCharCode(...(await laras.fetches(voice)).subarray(0, 36))
    expectSame('the bytes of the voice', [head.slice(0, 4), head.slice(28, 36)], ['OggS', 'OpusHead'])
    await page.until('the length of the voice', () =>
      /^\d:(0[2-9]|[1-9]\d)$/.test(document.querySelector('article [data-length]')?.textContent ?? ''),
    )
    await page.click({ role: 'button', name: 'Play' })
    await page.until('the voice plays', () => [...document.querySelectorAll('audio')].some(({ played }) => played.length > 0))

    await world.line.set({ as: 'drop' })
    await page.type(composer, 'Sudah saya jelaskan.')
    await page.press('Enter')
    await page.untilShown({ text: 'Sudah saya jelaskan.' })
    await world.line.set({ as: 'pass' })
    await untilSo('the words that waited are on the phone', async () => (await laras.responses()).includes('Sudah saya jelaskan.'))
    expectSame('how often', (await laras.responses()).filter((words) => words === 'Sudah saya jelaskan.').length, 1)
    expectNone(
      'errors of the page',
      (await page.faults()).filter((fault) => !fault.startsWith('error: resource')),
    )
  },
}
