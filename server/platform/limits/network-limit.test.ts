import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { testPlatform } from '#tests/support/api.ts'
import { networkLimit } from './network-limit.ts'
import { networkOf } from './network-of.ts'
import { storedPace } from './stored-pace.ts'

const test = await testPlatform()
afterAll(() => test.close())
const { platform } = test

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['0000:0000:0000:0000:0000:FFFF:cb00:7109', '203.0.113.9'],
  ['::ffff:0:203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['[2001:db8::12:0:0:1]:443', '2001:db8:0:0'],
  ['2001:DB8:0:12::1', '2001:db8:0:12'],
  ['2001:0db8:0000:0012:ffff:ffff:ffff:ffff', '2001:db8:0:12'],
  ['2001:db8::12:0:0:1', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['local', 'local'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('a limit by network', () => {
  it('counts all addresses of a network, also those that come at once, over all processes', async () => {
    const options = { name: 'test a', points: 40, seconds: 60, block: 10 }
    const processes = [networkLimit(platform, options), networkLimit(platform, options)]
    const ask = (at: number) => processes[at % 2]?.allows(`2001:db8:1:2::${at.toString(16)}`)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at)))
    expect(answers.filter(Boolean)).toHaveLength(40)
    expect(await processes[0]?.allows('2001:db8:1:3::1')).toBe(true)
    await expect(processes[0]?.take('2001:db8:1:2::1')).rejects.toMatchObject({ status: 429, extra: { retryAfter: expect.any(Number) } })
  })
})

describe('a pace', () => {
  it('lets a burst pass, then one after the other, and gives no turn beyond the longest wait', async () => {
    const options = { burst: 3, perMinute: 60, maxWait: 2 }
    const [one, other] = [storedPace(platform, 'test b', options), storedPace(platform, 'test b', options)]
    const turns = [...(await Promise.all([one('x'), one('x'), one('x'), one('x')])), await other('x'), await other('x')]
    expect(turns.map(({ seconds, isRefused }) => [Math.round(seconds), isRefused])).toEqual([
      [0, false],
      [0, false],
      [0, false],
      [1, false],
      [2, false],
      [3, true],
    ])
    expect(await one('y')).toEqual({ seconds: 0, isRefused: false })
    // A refused one takes no turn; what was given ends with time.
    await platform.database.db.execute(sql`update attempts set ends_at = ends_at - interval '2 seconds'`)
    expect(Math.round((await one('x')).seconds)).toBe(1)
  })
})

it('no limit of a public page or call counts by address alone', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const byAddress = files.flatMap((name) => {
    const text = readFileSync(`server/${name}`, 'utf8')
    const limits = [...text.matchAll(/const (\w+) = (?:limit|storedLimit|storedPace)\(/g)].map(([, own]) => own)
    return limits.flatMap((own) => {
      const uses = text.matchAll(new RegExp(`\\b${own}(?:\\.(?:take|allows|check|count))?\\(([^\\n]*)`, 'g'))
      return [...uses].flatMap(([, key = '']) =>
        /\baddress\b|clientAddress/.test(key) && !key.includes('networkOf') ? [`${name}: ${key}`] : [],
      )
    })
  })
  expect(byAddress).toEqual([])
})
