/** Response times of a list of leads, 20 requests in flight, at 1,000 and 100,000 rows on the embedded database. */
import { signInTo } from '#tests/support/client.ts'
import { withDemoServer } from './demo-server.ts'
import { type Measured, type Question, round, startAsker } from './in-flight.ts'

const path = '/crm/in/v1/lead'
const questions: readonly Question[] = [
  { what: 'page 1', queries: () => ({}) },
  { what: 'pages', queries: (n) => ({ page: String((n % 50) + 1) }) },
  {
    what: 'by status',
    queries: (n) => ({ query: `status:${['new', 'prospect', 'closing', 'reject'][n % 4]}`, page: String((n % 5) + 1) }),
  },
  { what: 'by name', queries: (n) => ({ sort: `name ${n % 2 ? 'asc' : 'desc'}`, page: String((n % 10) + 1) }) },
  { what: 'search', queries: (n) => ({ query: `search:${['budi', 'siregar', '0812', 'dewi anggraini', 'bandung', 'webinar'][n % 6]}` }) },
  { what: 'search, every one new', queries: (n) => ({ query: `search:${8_100_000 + n * 37}` }) },
  { what: 'filters', queries: (n) => ({ query: `status:new,sales:${(n % 12) + 3},tags:hot`, sort: 'next_follow_up asc' }) },
]

function measureLeads(rows: number): Promise<{ measured: Measured[]; pageOne: number; fillSeconds: number }> {
  const asker = startAsker()
  return withDemoServer({ demoLeads: rows }, async ({ url, fillSeconds }) => {
    const measured: Measured[] = []
    let pageOne = 0
    for (const account of ['root', 'sales'] as const) {
      const { token } = (await signInTo(url, account)).session
      const measure = (question: Question, inFlight = 20) => asker.measure(url + path, token, rows, question, inFlight)
      for (const question of questions) measured.push({ ...(await measure(question)), what: `${question.what} (${account})` })
      if (account === 'root') pageOne = (await measure({ what: 'alone', queries: () => ({}), count: 60 }, 1)).p50
    }
    return { measured, pageOne, fillSeconds }
  }).finally(asker.stop)
}

/** Figures of the list of leads. */
export async function benchList() {
  const small = await measureLeads(1_000)
  const large = await measureLeads(100_000)
  return {
    name: 'list of leads on the embedded database, 20 in flight',
    small: small.measured,
    large: large.measured,
    fillSeconds: large.fillSeconds,
    pageOne: { at1000: small.pageOne, at100000: large.pageOne, growth: round(large.pageOne / small.pageOne) },
  }
}

if (process.argv[1]?.endsWith('api-list.ts')) console.log(JSON.stringify(await benchList(), null, 2))
