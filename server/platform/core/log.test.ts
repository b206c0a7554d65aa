import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { users } from '#server/db/tables/people.ts'
import { testPlatform } from '#tests/support/api.ts'
import { mountFailures } from './failures.ts'
import { createLog } from './log.ts'

const secret = 'rahasia-6281234567890'

it('the log has code and place of a failed query, and none of its values', async () => {
  const { platform, close } = await testPlatform()
  const { db } = platform.database
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const app = new Hono()
  mountFailures(app, { ...platform, log })
  app.get('/cast', () => db.execute(sql`select jsonb_path_exists('{}', ${`${secret} ~`}::jsonpath)`).then(() => new Response()))
  app.get('/null', () =>
    db
      .insert(users)
      .values({ email: secret, password_hash: secret, name: sql`null` })
      .then(() => new Response()),
  )
  app.get('/ours', () => Promise.reject(new Error('a fault of ours')))
  for (const path of ['/cast', '/null', '/ours']) expect((await app.request(path)).status, path).toBe(500)
  await close()
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain(secret)
  expect(lines[1]).toMatch(/"code":"23502".*"column":"name"|"column":"name".*"code":"23502"/)
  expect(lines[1]).toContain('log.test.ts')
  expect(lines[2]).toContain('a fault of ours')
})
