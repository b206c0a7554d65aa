/** Refusals of a start, run as a program. Messages of faulty databases are tested in server/db. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#tests/support/ports.ts'
import { startServer } from '#tests/support/server.ts'

/** Milliseconds: two starts from source on a busy machine. */
const patience = 240_000

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lapangan-start-'))
})
afterAll(() => rmSync(root, { recursive: true }))

/** Returns exit code and output. */
const refusal = (dataDir: string, port?: number) =>
  startServer({ dataDir, fromSources: true, readyWithin: patience, env: { DEMO: 'false' }, ...(port && { port }) }).then(
    () => 'it started',
    (error: Error) => error.message,
  )

it(
  'a start ends with code 1 and one line on a folder that is no database, and makes nothing where the port is taken',
  async () => {
    const port = await freePort()
    const other = createServer((_, response) => response.writeHead(503).end())
    await new Promise<void>((resolve) => other.listen(port, resolve))
    mkdirSync(join(root, 'damaged/db/pg'), { recursive: true })
    writeFileSync(join(root, 'damaged/db/pg/base'), 'x')
    try {
      const [damaged, taken] = await Promise.all([refusal(join(root, 'damaged')), refusal(join(root, 'new'), port)])
      expect(damaged).toMatch(/^the server ended with 1:\nlapangan: the database in .*pg cannot be opened: PG_VERSION is missing[^\n]*$/)
      expect(readdirSync(join(root, 'damaged/db/pg'))).toEqual(['base'])
      expect(taken).toBe(`the server ended with 1:\nlapangan: PORT ${port} is in use by another program`)
      expect(existsSync(join(root, 'new'))).toBe(false)
    } finally {
      other.close()
    }
  },
  patience,
)
