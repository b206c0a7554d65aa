import { meetCustomer } from '../../e2e/chat-scene.ts'
import { cutLines } from '../../e2e/screens.ts'
import type { EnginePage } from '../page.ts'
import { expectNone, expectSame, follow, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

const composer = { role: 'textbox', name: 'Write a message' } as const

/** Pixels. */
const heightOf = (page: EnginePage) => page.run(() => document.querySelector<HTMLElement>('[data-composer-text]')?.offsetHeight ?? 0)

/** In the page: the tops of the two columns of the home, and cards that are broken between them. */
function readColumns() {
  const cards = [...document.querySelectorAll('main .break-inside-avoid:not(:empty)')]
  const boxes = cards.map((card) => card.getBoundingClientRect())
  const tops = [...new Set(boxes.map(({ left }) => Math.round(left)))].map((left) =>
    Math.min(...boxes.filter((box) => Math.round(box.left) === left).map(({ top }) => Math.round(top))),
  )
  return { columns: tops.length, isEven: new Set(tops).size === 1, broken: cards.filter((card) => card.getClientRects().length > 1).length }
}

export const walk: EngineWalk = {
  name: 'a composer is as high as its text, columns of the home begin together, boxes are dark in the dark, and no line of a card is cut',
  isShort: false,
  async run(world) {
    const page = await world.signInToStay('root')
    await untilWhole(page)
    expectSame('columns of the home', await page.run(readColumns), { columns: 2, isEven: true, broken: 0 })

    // Without a word of theirs within a day there is no composer.
    const laras = await meetCustomer(world.server.url, await world.as('admin'), 'Laras Tinggi')
    await laras.writes('Boleh tanya?')
    await follow(page, '/chat-platform/list?status=open')
    await page.clickUntil(
      { role: 'link', name: /Laras Tinggi/ },
      'a composer',
      () => document.querySelector('[data-composer-text]') !== null,
    )
    await page.type(composer, 'x')
    const one = await heightOf(page)
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `Baris ${at} yang panjang sekali untuk satu baris`).join(' ')
    await page.type(composer, lines(2))
    const some = await heightOf(page)
    await page.type(composer, lines(10))
    const most = await heightOf(page)
    if (some < one + 20 || most <= some || most > 192) throw new Error(`heights of a composer: ${one}, ${some}, ${most}`)
    await page.reload()
    await page.until(
      'the draft is as high',
      (high) => document.querySelector<HTMLElement>('[data-composer-text]')?.offsetHeight === high,
      most,
    )
    await page.type(composer, 'y')
    expectSame('the height of one line again', await heightOf(page), one)

    await page.run(() => localStorage.setItem('lapangan-preferences', JSON.stringify({ locale: 'en', theme: 'dark', fontScale: 100 })))
    await page.size(390, 844)
    await page.go('/leads/list')
    await untilWhole(page)
    await page.untilShown('[data-ref] input[type=checkbox]')
    const box = await page.run(() => {
      const card = document.body.appendChild(document.createElement('div'))
      card.style.backgroundColor = 'var(--card)'
      const wanted = getComputedStyle(card).backgroundColor
      card.remove()
      const { appearance, backgroundColor } = getComputedStyle(document.querySelector('[data-ref] input[type=checkbox]') as Element)
      return { appearance, isOfCard: backgroundColor === wanted || `${backgroundColor}, not ${wanted}` }
    })
    expectSame('a box in the dark', box, { appearance: 'none', isOfCard: true })
    expectNone(
      'lines of leads',
      await page.run((cut: typeof cutLines) => {
        return cut()
      }, cutLines),
    )
    expectNone('errors of the page', await page.faults())
  },
}
