/** An import whose server process is killed in the middle. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { SheetImport } from '#contract/import/import-calls.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { openDatabase } from '#server/db/open.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makePerson } from '#tests/support/api.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'

/** Milliseconds: two starts of a whole server on a busy machine. */
const patience = 240_000
const count = 400
let folder = ''
let server: RunningServer
let token = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapangan-killed-'))
  const database = await openDatabase({ dataDir: folder })
  const platform = await createPlatform(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent' }), database)
  token = (await makePerson(platform, ['get bank', 'create bank'])).token
  await database.close()
  const env = { DEMO: 'false', LOG_LEVEL: 'warn' }
  server = await startServer({ dataDir: folder, fromSources: true, env, readyWithin: patience })
}, patience)
afterAll(async () => {
  await server.dispose()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + bank.path + path, { ...init, headers: { authorization: `Bearer ${token}` } })

async function importOf(response: Response): Promise<SheetImport> {
  const body: { data: SheetImport } = await response.json()
  return body.data
}

it('a killed import continues with each row once', { timeout: patience }, async () => {
  const lines = Array.from({ length: count }, (_, row) => `Bank ${row},${10_000_000 + row},PT Contoh,Cabang`)
  const body = new FormData()
  const file = ['Bank name,Account number,Account holder,Bank branch', ...lines].join('\n')
  body.append('file', new File([file], 'bank.csv', { type: 'text/csv' }))
  const { ref } = await importOf(await ask('/import', { method: 'POST', body }))
  const read = async () => importOf(await ask(`/import/${ref}`))
  const until = (check: (found: SheetImport) => void) =>
    vi.waitFor(
      async () => {
        const found = await read()
        check(found)
        return found
      },
      { timeout: patience, interval: 20 },
    )
  const atKill = await until(({ created }) => expect(created).toBeGreaterThan(0))
  await server.kill()
  expect(atKill.created, 'the import was over before the server was killed').toBeLessThan(count)
  await server.restart()
  const done = await until(({ state }) => expect(state).not.toBe('running'))
  expect(done).toMatchObject({ state: 'done', total: count, created: count, skipped: 0, failed: 0 })
  const list: { data: { account_number: string }[]; total_record: number } = await (await ask('?size=1000')).json()
  expect([list.total_record, new Set(list.data.map(({ account_number }) => account_number)).size]).toEqual([count, count])
})
