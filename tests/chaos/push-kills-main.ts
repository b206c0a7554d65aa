/** `npm run push:kills -- --pushes N --kills N`. Exits with 0 when every phone shows the push once. */
import { parseArgs } from 'node:util'
import { runPushKills } from './push-kills.ts'

const { values } = parseArgs({ options: { pushes: { type: 'string', default: '100000' }, kills: { type: 'string', default: '20' } } })
const report = await runPushKills({ pushes: Number(values.pushes), kills: Number(values.kills), url: process.env.TEST_DATABASE_URL })
const { pushes, kills, lost, doubled, repeated, counted, status, seconds } = report
console.log(`${pushes} pushes under ${kills} kills in ${Math.round(seconds)} s, ${Math.round((pushes / seconds) * 60)} a minute`)
console.log(`${lost} lost, ${doubled} doubled, ${repeated} sent again and dropped by the phone; ${status}, ${counted} reached`)
process.exit(lost === 0 && doubled === 0 && status === 'sent' && counted === pushes ? 0 : 1)
