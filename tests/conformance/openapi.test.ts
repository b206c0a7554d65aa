/** The OpenAPI document suffices for a linter and a generated client. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, it } from 'vitest'
import { errorStatus } from '#contract/kit/field/errors.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { ownRefusals, refusalsOf } from '#contract/refusals.ts'
import { clientId, demoClientSecret } from '#contract/session.ts'
import { openApi } from '#server/platform/routes/openapi.ts'
import { accounts, password } from '#tests/support/accounts.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { freePort } from '#tests/support/ports.ts'
import { makeDemoApp } from './world.ts'

const document = openApi(everyCall, 'https://console.example.org')
const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

it('the linter finds no error and at most 30 warnings', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-invalid-parameter-examples': 'error', 'no-invalid-schema-examples': 'error' },
  })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  const shown = found.map(({ ruleId, severity, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`)
  expect(shown.filter((line) => line.startsWith('error'))).toEqual([])
  // Paths of the base contract such as /orders/{id}/history beside /orders/history/{member_id} differ by id.
  expect(shown.filter((line) => !line.includes('no-ambiguous-paths'))).toEqual([])
  expect(shown.length).toBeLessThanOrEqual(30)
})

describe('the document', () => {
  const shared = toRecord(toRecord(document.components).responses)
  const operationOf = (path: string, method: string) => toRecord(toRecord(toRecord(document.paths)[path])[method.toLowerCase()])
  const statusesOf = (responses: unknown) => Object.keys(toRecord(responses)).filter((status) => Number(status) >= 400)

  it('names the permission and problems of every operation', () => {
    for (const call of everyCall) {
      const { security, responses } = operationOf(call.path, call.method)
      expect(Array.isArray(security), call.name).toBe(true)
      if (call.permission !== 'public') expect(security, call.name).toContainEqual({ bearer: [] })
      const statuses = [...new Set(refusalsOf(call).map((code) => String(errorStatus[code])))].sort()
      expect(statusesOf(responses), call.name).toEqual(statuses)
      for (const status of statuses) {
        const name =
          String(toRecord(toRecord(responses)[status]).$ref)
            .split('/')
            .at(-1) ?? ''
        expect(Object.keys(toRecord(toRecord(shared[name]).content)), name).toEqual(['application/problem+json'])
      }
    }
  })

  it('names its server', () => {
    expect(document.servers).toEqual([{ url: 'https://console.example.org' }])
  })

  it("names a handler's refusals only where they do not follow from the call's shape", () => {
    const calls = new Map(everyCall.map((call) => [call.name, call]))
    const idle = Object.entries(ownRefusals).flatMap(([name, own]) => {
      const call = calls.get(name)
      const derived = call ? refusalsOf({ ...call, name: '' }) : []
      return call ? own.filter((code) => derived.includes(code)).map((code) => `${name}: ${code}`) : [name]
    })
    expect(idle).toEqual([])
  })
})

/** Creates the client's folder with types generated from the document. */
async function makeClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lapangan-client-'))
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(JSON.stringify(document))))
  await copyFile(join(root, 'tests/client/client.ts'), join(folder, 'client.ts'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const options = {
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['node'],
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  }
  const strict = { strict: true, noUncheckedIndexedAccess: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...options, ...strict }, include: ['*.ts'] }))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return folder
}

async function startDemo(): Promise<{ url: string; close(): Promise<void> }> {
  const { app, close } = await makeDemoApp()
  const port = await freePort()
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await close()
    },
  }
}

it('a client with types made by openapi-typescript compiles, and signs in, lists, creates and deletes', { timeout: 600_000 }, async () => {
  const folder = await makeClient()
  const demo = await startDemo()
  try {
    const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false']).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }),
    )
    expect(compiled.stdout).toBe('')
    const given = [demo.url, accounts.root, password, String(clientId), demoClientSecret]
    const { stdout } = await run(process.execPath, ['--import', 'tsx', join(folder, 'client.ts'), ...given], { cwd: root })
    expect(JSON.parse(stdout)).toMatchObject({
      user: { email: accounts.root },
      guest: [401, 'unauthenticated'],
      made: [201, 1, '9988776655'],
      refused: [422, 'invalid', ['account_number', 'account_holder', 'bank_branch'], null],
      removed: [200, [true]],
      gone: [404, 'not_found'],
    })
  } finally {
    await demo.close()
    await rm(folder, { recursive: true, force: true })
  }
})
