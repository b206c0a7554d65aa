import { leads } from '#contract/sections/sales/leads.ts'
import type { EngineWalk } from '../walk.ts'

export const walk: EngineWalk = {
  name: 'a lead saved without a line outlives the browser, and is on the server once',
  isShort: true,
  async run(world) {
    const page = await world.signIn('sales')
    await page.click({ role: 'link', name: 'Leads' })
    await page.untilShown('tr[data-ref]')
    await world.line.set({ as: 'drop' })
    await page.go('/leads/add')
    await page.type({ role: 'textbox', name: 'Name' }, 'Tanpa Sinyal')
    await page.type({ role: 'textbox', name: 'Phone' }, '6281299990001')
    await page.click({ role: 'button', name: 'Save' })
    await page.untilShown({ role: 'link', name: '1 waiting' })
    await world.killBrowser()
    const again = await world.open()
    await again.go('/outbox')
    await again.untilShown({ role: 'link', name: '1 waiting' })
    await world.line.set({ as: 'pass' })
    await again.untilGone({ role: 'link', name: /waiting$/ })
    const admin = await world.as('admin')
    const { data } = await admin.list(leads.path, { query: 'search:Tanpa Sinyal', size: '100' })
    if (data.map(({ version }) => version).join() !== '1') throw new Error(`on the server: ${JSON.stringify(data)}`)
  },
}
