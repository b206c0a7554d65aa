/**
 * `npm run send:kills -- --members N --newsletters N --kills N --senders N`. Exits with 0 when nobody was lost or doubled, and no more are
 * unknown than connections were in flight at the kills.
 */
import { parseArgs } from 'node:util'
import { runSendKills } from './send-kills.ts'

const text = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({
  options: {
    members: text('5000'),
    newsletters: text('4'),
    kills: text('20'),
    senders: text('2'),
    delay: text('300'),
    minutes: text('30'),
  },
})
const { members, newsletters, kills, senders, delay, minutes } = values
const result = await runSendKills({
  url: process.env.TEST_DATABASE_URL ?? null,
  ...{ members: Number(members), newsletters: Number(newsletters), kills: Number(kills), senders: Number(senders), delayMs: Number(delay) },
  withinMs: Number(minutes) * 60_000,
})
const { mails, accepted, lost, doubled, invented, miscounted, unknown, inFlight, seconds } = result
const connections = inFlight.reduce((sum, count) => sum + count, 0)
for (const { address, newsletter, hasArrived } of unknown)
  console.log(`unknown: ${address} of newsletter ${newsletter}, ${hasArrived ? 'arrived' : 'did not arrive'}`)
for (const [word, names] of Object.entries({ lost, doubled, invented }))
  for (const name of names) console.log(`${word.toUpperCase()}: ${name}`)
console.log(`${mails} mails by ${senders} processes under ${inFlight.length} kills in ${seconds} s, ${accepted} accepted`)
console.log(
  `lost ${lost.length}, doubled ${doubled.length}, sent but not accepted ${invented.length}, newsletters with wrong counts ${miscounted.length}`,
)
console.log(
  `unknown ${unknown.length} (${unknown.filter(({ hasArrived }) => hasArrived).length} arrived); connections in flight at the kills ${connections}`,
)
const isRight = lost.length + doubled.length + invented.length + miscounted.length === 0 && unknown.length <= connections
process.exit(isRight ? 0 : 1)
