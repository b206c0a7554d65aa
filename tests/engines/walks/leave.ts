import { setTimeout as pause } from 'node:timers/promises'
import { leads } from '#contract/sections/sales/leads.ts'
import type { EnginePage } from '../page.ts'
import type { EngineWalk } from '../walk.ts'

const rounds = Number(process.env.LEAVE_ROUNDS ?? 6)
/** Milliseconds in which a page is left: while its first sync runs, while its lists come, when all is quiet. */
const moments = [0, 150, 400, 900, 1_800, 3_000]
/** Milliseconds, beside five times of what the first round takes, in which nobody leaves: a machine that does much else does all of it late. */
const leastPatience = 15_000
const longest = 300_000

async function save(page: EnginePage, name: string, phone: string): Promise<void> {
  await page.go('/leads/add')
  await page.type({ role: 'textbox', name: 'Name' }, name)
  await page.type({ role: 'textbox', name: 'Phone' }, phone)
  await page.click({ role: 'button', name: 'Save' })
  await page.untilShown({ role: 'link', name: /waiting$/ })
}

export const walk: EngineWalk = {
  name: 'whoever leaves a page at any moment, and comes back, keeps no other window from reading, saving and sending',
  isShort: false,
  async run(world) {
    const one = await world.signInToStay('sales')
    const two = await world.open()
    const admin = await world.as('admin')
    /** Milliseconds. */
    const untilStored = async (name: string, within: number) => {
      const began = performance.now()
      // The server is asked: a probe of ours in a page that is left would hold its transaction, and the outbox with it.
      while ((await admin.list(leads.path, { query: `search:${name}` })).data.length === 0) {
        if (performance.now() - began > within) throw new Error(`${name} was not sent within ${within.toFixed(0)} ms`)
        await pause(100)
      }
      return performance.now() - began
    }
    await world.line.set({ as: 'drop' })
    await save(one, 'Tetap Di Sini', '6281277799999')
    await world.line.set({ as: 'pass' })
    const patience = leastPatience + 5 * (await untilStored('Tetap Di Sini', longest))
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const [saver, other] = round % 2 ? [one, two] : [two, one]
      await other.go('/leads/list?view=board')
      await pause(moments[round % moments.length])
      await other.go('/dashboard')
      await world.line.set({ as: 'drop' })
      await save(saver, `Pergi ${round}x`, `62812777${String(10_000 + round)}`)
      await saver.go('/leads/list?view=board')
      await pause(moments[(round * 5 + 1) % moments.length])
      if (round % 3) await saver.back()
      else await saver.go('/dashboard')
      await other.back()
      await world.line.set({ as: 'pass' })
      slowest = Math.max(slowest, await untilStored(`Pergi ${round}x`, patience))
    }
    await one.go('/dashboard')
    await two.go('/dashboard')
    await two.untilWithin(patience, 'no lock of a page that is gone', async () => {
      const { held = [] } = await navigator.locks.query()
      return !held.some(({ name }) => /^lapangan-(drain|leads|member)-/.test(name ?? ''))
    })
    const { data } = await admin.list(leads.path, { query: 'search:Pergi', size: '1000' })
    const names = data.map(({ name }) => String(name)).sort()
    const expected = Array.from({ length: rounds }, (_, at) => `Pergi ${at}x`).sort()
    if (names.join() !== expected.join()) throw new Error(`on the server: ${names}`)
    world.notes.push(`the slowest of ${rounds} rounds was sent ${(slowest / 1_000).toFixed(1)} s after the line was back`)
  },
}
