import { createHash, randomBytes } from 'node:crypto'
import { leads } from '#contract/sections/sales/leads.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { untilSent } from '../outbox.ts'
import { expectSame, untilSo, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

export const walk: EngineWalk = {
  name: 'a picture and a document of 3 MB wait over the death of the browser and a cut upload, and arrive as they were',
  isShort: false,
  async run(world) {
    const sales = await world.as('sales')
    const [lead] = (await sales.list(leads.path, { size: '1' })).data
    const path = `/leads/edit/${lead?.ref}`
    const onServer = async () => (await sales.list(`${leads.path}/${lead?.ref}/attachments`)).data
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])
    const page = await world.signInToStay('sales')
    await page.go(path)
    await untilWhole(page)
    await world.line.set({ as: 'drop' })
    const chosen = [new File([content], 'Kontrak.pdf', { type: 'application/pdf' }), await pictureOf(1200, 900)]
    await page.choose('section[aria-labelledby] input[type=file][multiple]', chosen)
    await page.until(
      'both wait',
      () =>
        [...document.querySelectorAll('li[data-attachment]')].filter((item) => item.textContent?.includes('Waiting to be sent')).length ===
        2,
    )
    await world.killBrowser()

    await world.line.set({ as: 'cutUp', after: 1_000_000 })
    const again = await world.open()
    await again.go(path)
    await untilSo('the upload was cut', async () => world.line.state === 'drop')
    expectSame(
      'files on the server after the cut',
      (await onServer()).filter(({ name }) => name === 'Kontrak.pdf'),
      [],
    )
    await world.line.set({ as: 'pass' })
    await again.until(
      'both are stored',
      () =>
        [...document.querySelectorAll('li[data-attachment]')].filter((item) => item.getAttribute('data-state') === 'stored').length === 2,
    )
    await untilSent(again)
    const stored = await onServer()
    expectSame('files on the server', stored.map(({ kind }) => kind).sort(), ['document', 'image'])
    const paper = stored.find(({ kind }) => kind === 'document')
    const got = new Uint8Array(await (await sales.fetch(String(paper?.url))).arrayBuffer())
    expectSame('the document', digest(got), digest(content))
  },
}
