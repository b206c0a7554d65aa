import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildChaos } from '../../scripts/chaos-program.mjs'
import type { Sabotage } from './sabotage.ts'

const root = join(import.meta.dirname, '../..')
let program = ''
beforeAll(async () => {
  program = await buildChaos()
})

/** Runs chaos in a process of its own, because virtual time is process-wide. Each starts a server. */
function chaos(...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += String(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text += String(chunk)
  })
  return new Promise((done) => child.once('exit', (code) => done({ code, text })))
}

test('30 schedules of operations, faults and kills lose, double, reorder and block nothing', { timeout: 900_000 }, async () => {
  const { code, text } = await chaos('--schedules', '30', '--seed', '1')
  expect(text).toContain('30 schedules')
  expect(text).toContain('0 with violations')
  expect(code).toBe(0)
})

/** How a missing safeguard shows. */
const notified: Readonly<Partial<Record<Sabotage, RegExp>>> = {
  dedupe: /doubled/,
  owner: /sent as another/,
  requeue: /stuck/,
  order: /lane inversion/,
}

test('without a safeguard the run fails and says how; without the lock alone it holds all the same', { timeout: 600_000 }, async () => {
  const sabotages = [...Object.keys(notified), 'lock'].join(',')
  const { code, text } = await chaos('--schedules', '12', '--seed', '7', '--jobs', '1', '--sabotage', sabotages, '--first')
  const failures = text.split(/^FAILED /m).slice(1)
  expect(failures.map((each) => each.match(/without (\w+)/)?.[1])).toEqual(Object.keys(notified))
  for (const [at, violation] of Object.values(notified).entries()) expect(failures[at]).toMatch(violation)
  expect(code).toBe(1)
})

test('a change that is told as saved before its transaction is complete is found to be lost', { timeout: 600_000 }, async () => {
  const { code, text } = await chaos('--schedules', '60', '--seed', '9', '--jobs', '1', '--sabotage', 'early', '--first')
  expect(text).toMatch(/without early\n {2}lost: change \S+ was confirmed and never kept/)
  expect(code).toBe(1)
})
