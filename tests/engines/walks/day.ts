import { leads } from '#contract/sections/sales/leads.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { addLead, saveToList, untilSent, untilWaiting, versionsOf } from '../outbox.ts'
import type { EnginePage } from '../page.ts'
import { expectSame, untilWhole } from '../screen.ts'
import type { EngineWalk } from '../walk.ts'

async function changeCity(page: EnginePage, ref: string, city: string): Promise<void> {
  await page.go(`/leads/edit/${ref}`)
  await page.type({ role: 'textbox', name: 'City' }, city)
  await saveToList(page)
}

export const walk: EngineWalk = {
  name: 'a day of changes and a file, over a cut network and the death of browser and server, arrives once and in order',
  isShort: false,
  async run(world) {
    const sales = await world.as('sales')
    const [lead] = (await sales.list(leads.path, { size: '1' })).data
    const ref = lead?.ref ?? ''
    const page = await world.signInToStay('sales')
    await page.go(`/leads/edit/${ref}`)
    await untilWhole(page)

    await world.line.set({ as: 'drop' })
    await addLead(page, 'Pagi Hari', '6281299990021')
    await changeCity(page, ref, 'Kota Pertama')
    await page.go(`/leads/edit/${ref}`)
    await page.choose('section[aria-labelledby] input[type=file][multiple]', [await pictureOf(640, 480)])
    await page.untilShown({ text: 'Waiting to be sent' })
    await changeCity(page, ref, 'Kota Kedua')
    await untilWaiting(page, 4)
    await world.killBrowser()

    const noon = await world.open()
    await noon.go('/leads/list')
    await untilWaiting(noon, 4)
    await addLead(noon, 'Siang Hari', '6281299990022')
    // Answers are cut in the middle while the first changes go, then the server dies as well.
    await world.line.set({ as: 'cut', after: 300 })
    await world.server.killAndRestart()
    await world.line.set({ as: 'hang' })
    await addLead(noon, 'Sore Hari', '6281299990023')
    await world.killBrowser()
    await world.line.set({ as: 'pass' })

    const evening = await world.open()
    await evening.go('/outbox')
    await untilSent(evening)
    for (const name of ['Pagi Hari', 'Siang Hari', 'Sore Hari']) expectSame(`versions of ${name}`, await versionsOf(world, name), [1])
    const stored = (await (await sales.fetch(`${leads.path}/${ref}`)).json()).data
    expectSame('the city and how often it was written', [stored.city, stored.version], ['Kota Kedua', (lead?.version ?? 0) + 2])
    const files = (await sales.list(`${leads.path}/${ref}/attachments`)).data
    expectSame(
      'files of the lead',
      files.map(({ kind }) => kind),
      ['image'],
    )
  },
}
