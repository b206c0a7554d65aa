/** Two processes of the API on one Postgres and one bucket, behind a proxy that gives each request to the next. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesStream } from '#contract/changes.ts'
import { post } from '#contract/sections/content/post.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { clientId, demoClientSecret, login } from '#contract/session.ts'
import { accounts, password } from '#tests/support/accounts.ts'
import { type BucketServer, startBucketServer } from '#tests/support/bucket-server.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type Cluster, startCluster } from '#tests/support/cluster.ts'
import { startPostgres } from '../../scripts/postgres.mjs'

const postgres = startPostgres({ safe: false })
const attempts = 4

/** Where no Postgres is installed, npm run e2e:cluster says so as well. */
describe.runIf(postgres)('two processes', () => {
  let folder = ''
  let bucket: BucketServer
  let cluster: Cluster
  let root: Client

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lapangan-cluster-'))
    bucket = await startBucketServer({ folder })
    const env = { LOG_LEVEL: 'warn', DEMO_LEADS: '0', DEMO_ROOMS: '0', SIGN_IN_ATTEMPTS: String(attempts) }
    const services = { postgres: postgres?.url ?? '', bucket: bucket.url(), folder }
    cluster = await startCluster({ env, fromSources: true }, services)
    root = await signInTo(cluster.url, 'root')
  })
  afterAll(async () => {
    await cluster?.dispose()
    await bucket?.close()
    postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The same person at one process. */
  const at = (process: number, path: string, options: RequestInit = {}) =>
    fetch(`${cluster.urls[process]}${path}`, { ...options, headers: { authorization: `Bearer ${root.session.token}`, ...options.headers } })
  const countAt = async (process: number) => {
    const { total_record: total }: { total_record: number } = await (await at(process, `${bank.path}?size=1`)).json()
    return total
  }
  const addBank = async (process: number) => {
    const number = String(randomBytes(4).readUInt32BE()).padStart(10, '7')
    const values = {
      bank_name: `Bank ${number}`,
      account_number: number,
      account_holder: 'PT',
      bank_branch: 'Jakarta',
      company_code: 'EMT',
    }
    const made = await at(process, bank.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })
    expect(made.status).toBe(201)
  }

  it('start at the same time and fill the demo once', async () => {
    expect(await countAt(0)).toBe(await countAt(1))
    expect(await countAt(0)).toBeGreaterThan(0)
  })

  it('count what the other one stored', async () => {
    const before = await countAt(1)
    await addBank(0)
    await expect.poll(() => countAt(1)).toBe(before + 1)
  })

  it('tell open screens of what the other one stored', async () => {
    const control = new AbortController()
    const stream = await at(1, `${changesStream.path}?sections=bank`, { signal: control.signal })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readUntil = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await reader?.read())?.value ?? ''
    }
    await readUntil('event: ready')
    await addBank(0)
    await readUntil('event: changed')
    control.abort()
    expect(text).toContain('"section":"bank"')
  })

  it('know again what is stored after their connection for signals was lost', async () => {
    const before = await countAt(1)
    const client = new pg.Client({ connectionString: cluster.database })
    await client.connect()
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN %'",
    )
    await client.end()
    expect(rowCount).toBe(2)
    await addBank(0)
    await expect.poll(() => countAt(1), { timeout: 10_000 }).toBe(before + 1)
  })

  it('take the pieces of one file in turn, and serve what the other one stored', async () => {
    const content = randomBytes(1_500_000)
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const path = `/upload/in/v1/files/${hash(content)}`
    for (const [turn, offset] of [1_000_000, 0, 500_000].entries()) {
      const body = content.subarray(offset, offset + 500_000)
      const query = `size=${content.length}&offset=${offset}&digest=${hash(body)}`
      const headers = { 'content-type': 'application/octet-stream' }
      expect((await at(turn % 2, `${path}?${query}`, { method: 'PUT', headers, body })).status).toBe(200)
    }
    for (const process of [0, 1])
      expect(await (await at(process, `${path}?size=${content.length}`)).json()).toMatchObject({ complete: true })
    const { data } = await root.list(post.path)
    const [url] = JSON.stringify(data).match(/\/files\/[0-9a-f]{64}\/[^"]+/) ?? []
    for (const process of [0, 1]) expect((await at(process, url ?? '/files/none')).status).toBe(200)
  })

  it('count attempts to sign in together', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt <= attempts; attempt += 1) {
      const body = JSON.stringify({
        username: accounts.analyst,
        password: `${password}x`,
        client_id: clientId,
        client_secret: demoClientSecret,
      })
      const answer = await fetch(cluster.urls[attempt % 2] + login.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      statuses.push(answer.status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
  })

  it('end a session for both', async () => {
    const { session } = await signInTo(cluster.url, 'support')
    const statusAt = async (process: number) =>
      (await fetch(`${cluster.urls[process]}/admin/in/v1/me`, { headers: { authorization: `Bearer ${session.token}` } })).status
    expect([await statusAt(0), await statusAt(1)]).toEqual([200, 200])
    await fetch(`${cluster.urls[0]}/admin/in/v1/logout`, { method: 'POST', headers: { authorization: `Bearer ${session.token}` } })
    await expect.poll(async () => [await statusAt(0), await statusAt(1)]).toEqual([401, 401])
  })
})
