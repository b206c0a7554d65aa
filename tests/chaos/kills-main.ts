/** `npm run chaos:kills -- --kills N`. Exits with 0 when the API always starts and loses nothing. */
import { parseArgs } from 'node:util'
import { runKills } from './kills.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } })
const kills = Number(values.kills)
const { acknowledged, lost, doubled, starts } = await runKills(kills)
console.log(`${kills} kills, ${starts.length} starts (longest ${Math.round(Math.max(...starts))} ms), ${acknowledged} creates acknowledged`)
for (const name of lost) console.log(`LOST    ${name}`)
for (const name of doubled) console.log(`DOUBLED ${name}`)
process.exit(lost.length || doubled.length ? 1 : 0)
