/**
 * A crowd at the opening of a registration: `npx tsx tests/bench/seats.ts [people] [seats]`, 500 and 100 without, on the embedded database, or
 * on the Postgres of TEST_DATABASE_URL. Everybody sends the form of the public page in the same moment. Ends with 1 where not exactly that
 * many have a seat, where the 99th percentile is over 1 s, or one waits over 3 s.
 */
import { makeEventWorld } from '#tests/support/events.ts'

const [people = 500, seats = 100] = process.argv.slice(2).map(Number)
const world = await makeEventWorld()
let isOver = false
try {
  for (const [name, values] of [
    ['free', {}],
    ['paid', { fee_type: 'paid', price: 350_000 }],
  ] as const) {
    const { id, path } = await world.makeEvent({ quota: seats, ...values })
    const forms: Record<string, string>[] = []
    for (let at = 0; at < people; at++) forms.push({ ...world.someone(), token: await world.openForm(path) })
    const took: number[] = []
    const begin = performance.now()
    const answers = await Promise.all(
      forms.map(async (form) => {
        const { status } = await world.send(path, form)
        took.push(performance.now() - begin)
        return status
      }),
    )
    took.sort((a, b) => a - b)
    const at = (part: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0)
    const { taken, offered } = await world.eventOf(id)
    const count = (status: number) => answers.filter((each) => each === status).length
    const result = {
      event: name,
      people,
      seats,
      taken,
      offered,
      seated: count(303),
      full: count(422),
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
    }
    console.log(JSON.stringify(result))
    const isExact = taken + offered === seats && result.seated === seats && result.full === people - seats
    // A paid seat is an order with a member, and no figure is promised for a crowd of those.
    isOver ||= !isExact || (name === 'free' && (result.p99 > 1_000 || result.max > 3_000))
  }
} finally {
  await world.close()
}
process.exit(isOver ? 1 : 0)
