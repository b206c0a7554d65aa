/** How long the list of chat rooms takes, at 1,000 and 100,000 rooms of the demo. `npx tsx tests/bench/rooms-list.ts`. */
import { signInTo } from '#tests/support/client.ts'
import { withDemoServer } from './demo-server.ts'
import { type Measured, type Question, round, startAsker } from './in-flight.ts'

const questions: readonly Question[] = [
  { what: 'page 1', queries: () => ({ size: '20' }) },
  { what: 'pages', queries: (n) => ({ size: '20', page: String((n % 20) + 1) }) },
  { what: 'by status', queries: (n) => ({ size: '20', query: `status:${['open', 'resolved'][n % 2]}` }) },
  { what: 'unread', queries: () => ({ size: '20', query: 'mark_as_unread:true' }) },
  { what: 'search', queries: (n) => ({ size: '20', query: `search:${['budi', 'siregar', '0812', 'dewi anggraini'][n % 4]}` }) },
]

function measureRooms(demoRooms: number): Promise<Measured[]> {
  const asker = startAsker()
  return withDemoServer({ demoRooms, demoLeads: 100 }, async (url, fillSeconds) => {
    console.error(`${demoRooms} rooms in ${fillSeconds} s`)
    const measured: Measured[] = []
    for (const account of ['root', 'sales'] as const) {
      const { token } = (await signInTo(url, account)).session
      for (const question of questions) {
        const what = `${question.what} (${account})`
        measured.push({ ...(await asker.measure(`${url}/crm/in/v1/chat-platform`, token, demoRooms, question)), what })
      }
    }
    return measured
  }).finally(asker.stop)
}

/** The list of rooms at both sizes; `growth` is the p95 of the larger over that of the smaller. */
export async function benchRooms() {
  const [small, large] = [await measureRooms(1_000), await measureRooms(100_000)]
  return large.map((row, at) => ({ ...row, at1000: small[at]?.p95, growth: round(row.p95 / (small[at]?.p95 ?? Number.NaN)) }))
}

if (process.argv[1]?.endsWith('rooms-list.ts')) console.table(await benchRooms())
