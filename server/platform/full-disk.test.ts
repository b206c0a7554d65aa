import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { toApiError } from './core/problem.ts'

let test: TestPlatform
let person: Person
beforeAll(async () => {
  test = await testPlatform()
  person = await makePerson(test.platform, ['get crm', 'create crm', 'get bank', 'create bank'])
})
afterAll(() => test.close())

const full = /^The server's disk is full: it can keep nothing new until there is room/

describe('a full disk is told as one', () => {
  const coded = (code: string) => Object.assign(new Error('could not extend file'), { code })
  it.each<[string, unknown]>([
    ['of Postgres', coded('53100')],
    ['of Postgres below the query builder', new Error('Failed query', { cause: coded('53100') })],
    ['of the system', coded('ENOSPC')],
    ['of a quota', coded('EDQUOT')],
    ['of the file system of the embedded Postgres', new Error('failed', { cause: { errno: 51 } })],
    ['of the embedded Postgres by itself', { errno: 51 }],
  ])('%s', (_, error) => {
    expect(toApiError(error)).toMatchObject({
      code: 'unavailable',
      status: 503,
      message: expect.stringMatching(full),
      extra: { reason: { code: 'disk_full' }, retryAfter: 60 },
    })
  })

  it.each(['53200', '53300', '40001', '57014'])('and not %s, for which the service is busy', (code) => {
    expect(toApiError(coded(code))).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/busy/) })
  })
})

it('a change is refused while the database has no room, keeps no verdict, and is made under the same key once there is some', async () => {
  const { db } = test.platform.database
  await db.execute(sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$`)
  const ask = requestAs(createApp(test.platform), person)
  for (const [table, path, body] of [
    ['leads', '/crm/in/v1/lead', { name: 'Budi', phone: '081200000001', status: 'prospect' }],
    [
      'banks',
      '/transaction/in/v1/banks',
      { bank_name: 'Bank Uji', bank_branch: 'Bogor', account_number: '12345678', account_holder: 'Budi' },
    ],
  ] as const) {
    const key = { [syncHeaders.key]: randomUUID() }
    await db.execute(sql.raw(`create trigger no_room before insert on ${table} for each row execute function no_room()`))
    const refused = await ask('POST', path, body, key)
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringMatching(full), reason: { code: 'disk_full' } },
    })
    await db.execute(sql.raw(`drop trigger no_room on ${table}`))
    const made = await ask('POST', path, body, key)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
})
