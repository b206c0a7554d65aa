/** `npm run webhook:kills -- --kills N [--sources]`. Exits with 0 when every acknowledged item is there once. */
import { parseArgs } from 'node:util'
import { runWebhookKills } from './webhook-kills.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '10' }, sources: { type: 'boolean', default: false } } })
const kills = Number(values.kills)
const options = values.sources ? ({ fromSources: true, readyWithin: 300_000 } as const) : {}
const { acknowledged, repeated, lost, doubled, starts } = await runWebhookKills(kills, options)
console.log(
  `${kills} kills, starts of ${Math.round(Math.max(...starts))} ms at most, ${acknowledged} items acknowledged, ${repeated} tries again`,
)
for (const id of lost) console.log(`LOST    ${id}`)
for (const id of doubled) console.log(`DOUBLED ${id}`)
process.exit(lost.length || doubled.length ? 1 : 0)
