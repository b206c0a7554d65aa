/** Requests of the API use server/platform/core/outgoing.ts, which limits time and redirects, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findNetworkUses } from '#tests/support/network-use.ts'

/** Files that open connections, processes or threads otherwise; reasons are in each file. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'server/crud/import/read-thread.ts': ['node:worker_threads Worker'],
  'server/crud/import/reader.ts': ['node:worker_threads parentPort', 'node:worker_threads workerData'],
  'server/db/flushing-files.ts': ['@electric-sql/pglite/nodefs NodeFS'],
  'server/db/postgres.ts': ['drizzle-orm/node-postgres drizzle', 'drizzle-orm/node-postgres/migrator migrate', 'pg default'],
  'server/assistant/knowledge/parse-apart.ts': ['node:child_process fork'],
  'server/assistant/knowledge/parser.ts': ['node:worker_threads Worker'],
  'server/platform/core/outgoing.ts': ['ofetch ofetch'],
  'server/platform/files/find-ffmpeg.ts': ['node:child_process execFile', 'node:module createRequire'],
  'server/platform/files/storage/hash-file.ts': ['node:worker_threads Worker'],
  'server/platform/mail/mailer.ts': ['nodemailer createTransport'],
  'server/platform/mail/smtp.ts': ['nodemailer/lib/shared parseConnectionUrl', 'nodemailer/lib/smtp-connection default'],
  'server/push/public-address.ts': ['node:dns lookup'],
  'server/push/send-push.ts': ['node:http request', 'node:https request', 'web-push default'],
  'server/push/vapid.ts': ['web-push default'],
  'server/sections/product/event/tickets.ts': ['uqr encode'],
  'server/video/convert-apart.ts': ['node:child_process fork'],
  'server/video/encode.ts': ['node:child_process spawn'],
}

it('only the listed files of the API and the contract can reach the network', () => {
  const files = ['contract', 'server']
    .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.map((file) => [file, findNetworkUses(readFileSync(file, 'utf8'))] as const).filter(([, uses]) => uses.length > 0)
  expect(Object.fromEntries(found)).toEqual(allowed)
})

describe('the search for uses of the network', () => {
  it.each([
    ['await fetch(url)', ['fetch']],
    ['const get = fetch', ['fetch']],
    ['const load = (get = fetch) => get(url)', ['fetch']],
    ['const tools = { fetch }', ['fetch']],
    ['const tools = { get: fetch }', ['fetch']],
    ['await globalThis.fetch(url)', ['globalThis']],
    ["await globalThis['fet' + 'ch'](url)", ['globalThis']],
    ['const { fetch: get } = globalThis', ['globalThis']],
    ['const everything = global', ['global']],
    ["Reflect.get(globalThis, 'fetch')", ['globalThis']],
    ['new WebSocket(url)', ['WebSocket']],
    ['class Socket extends WebSocket {}', ['WebSocket']],
    ["new Function('return fetch')()", ['Function']],
    ["import { request } from 'node:https'", ['node:https request']],
    ["import { request as ask } from 'node:http'", ['node:http request']],
    ["import http from 'http'", ['http default']],
    ["import * as net from 'node:net'", ['node:net *']],
    ["import { connect, isIP } from 'node:net'", ['node:net connect']],
    ["import { fetch as get } from 'undici'", ['undici fetch']],
    ["import { type FetchError, ofetch as get } from 'ofetch'", ['ofetch ofetch']],
    ["import 'axios'", ['axios *']],
    ["export { get } from 'node:https'", ['node:https get']],
    ["export * from 'undici'", ['undici *']],
    ["const { get } = await import('node:https')", ['node:https *']],
    ['await import(name)', ['(computed) *']],
    ["const { get } = require('node:https')", ['require']],
    ["import { createRequire } from 'node:module'", ['node:module createRequire']],
    ["process.getBuiltinModule('node:https')", ['getBuiltinModule']],
    ["process['getBuiltinModule']('node:https')", ['getBuiltinModule']],
  ])('finds %s', (text, uses) => {
    expect(findNetworkUses(text)).toEqual(uses)
  })

  it.each([
    '// await fetch(url)',
    "const text = 'fetch(url)'",
    'await app.fetch(request)',
    'const server = createAdaptorServer({ fetch: app.fetch })',
    'let get: typeof fetch',
    'interface Client { socket: WebSocket }',
    "import type { Agent } from 'node:https'",
    "import { type Agent } from 'node:https'",
    "import { createServer } from 'node:net'",
    "import { outgoing } from '#server/platform/core/outgoing.ts'",
    "import { readFileSync } from 'node:fs'",
  ])('leaves %s', (text) => {
    expect(findNetworkUses(text)).toEqual([])
  })
})
