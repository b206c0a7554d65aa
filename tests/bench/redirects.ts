/**
 * `GET /s/{slug}` in process, without a network: each of many visitors follows one of a thousand short links, whose clicks are counted
 * meanwhile. `npx tsx tests/bench/redirects.ts` exits with 1 when the 95th percentile is over 5 ms.
 */
import { sql } from 'drizzle-orm'
import { shortLinkPath } from '#contract/public-pages.ts'
import { createApp } from '#server/app.ts'
import { testPlatform } from '#tests/support/api.ts'
import { spread } from './device.ts'

const maxMs = 5
const links = 1_000
const warmUp = 500
const measured = 5_000
const agent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'

const { platform, close } = await testPlatform({ TRUST_PROXY: 'true' })
await platform.database.db.execute(sql`
  insert into short_links (ref, slug, target)
  select gen_random_uuid(), 'tautan-' || n, 'https://contoh.test/' || n from generate_series(1, ${links}::int) as n`)
const app = createApp(platform)

/** Milliseconds of one redirect; each visitor has an address. */
async function follow(visitor: number): Promise<number> {
  const headers = { 'user-agent': agent, 'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` }
  const path = shortLinkPath(`tautan-${1 + (visitor % links)}`)
  const began = performance.now()
  const answer = await app.request(path, { headers })
  const took = performance.now() - began
  if (answer.status !== 302) throw new Error(`${path}: ${answer.status}`)
  return took
}

for (let visitor = 0; visitor < warmUp; visitor++) await follow(visitor)
const times: number[] = []
for (let visitor = warmUp; visitor < warmUp + measured; visitor++) times.push(await follow(visitor))
const { p50, p95, worst } = spread(times)
console.log(JSON.stringify({ redirects: measured, p50, p95, worst, max: maxMs }))
await close()
process.exit(p95 <= maxMs ? 0 : 1)
