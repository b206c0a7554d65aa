/** Every regular expression of the product takes 100 kB of any one character without holding the process. */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildingFiles, builtIn, type Expression, literals } from '#tests/support/expressions.ts'
import { measure } from '#tests/support/growth.ts'
import { readSource, sourceFiles } from '#tests/support/imports.ts'

/** UTF-16 units. An expression that is slow on a short text is not tried on a longer one, which could take minutes. */
const lengths = [1_000, 10_000, 100_000]
/** Processor milliseconds for an expression and a text, on a machine that does nothing else. */
const allowed = 20
const attempts = 8
/** Milliseconds for a whole test, of which a free machine needs 11,000. */
const patience = 300_000

const everywhere = [' ', '.', '(', '0', 'a', '-', "'", '"', '\n']

/** Runs of what an expression itself names: `<a` of `/<a[^>]*>/`, and their characters. */
function namedIn(source: string): string[] {
  const plain = source.replace(/\\[pP]\{\w+[^}]*\}|\\[bBdDsSwW]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+,?\d*\}/g, ' ').replaceAll('\\', '')
  const runs = plain.match(/[\p{L}\p{N}<>@:/&#"',;=%_.\n!-]+/gu) ?? []
  return [...new Set([...runs.slice(0, 4).map((run) => run.slice(0, 12)), runs.join('').slice(0, 16)])].filter(Boolean)
}

/** A run alone, within a text that it does not end, and behind what an expression begins with. */
function textsOf({ source }: Expression, length: number): { of: string; text: string }[] {
  const named = namedIn(source)
  return [...new Set([...everywhere, ...named, '0,'])].flatMap((piece) => {
    const run = piece.repeat(Math.ceil(length / piece.length))
    return [run, `x${run}!`, `${named[0] ?? ''}${run}\n!`].map((text) => ({ of: piece, text }))
  })
}

/** Whether all matches in a text take more than allowed, at every attempt: others work on this machine as well. */
function isSlow(expression: RegExp, text: string): boolean {
  for (let attempt = 0; attempt < attempts; attempt++) if (measure(() => text.replace(expression, '')) <= allowed) return false
  return true
}

/** A linear expression, its text, and its milliseconds on a machine that does nothing else: what is slower now slows all of them. */
const yardstick = { expression: /[\p{L}\p{N}]{2}(?:\d|\s?[([{]){3}x/gu, text: '0aB '.repeat(25_000), quiet: 0.5 }

/** Answers the least processor milliseconds of all attempts, of an expression and of the yardstick beside it. */
const threadSource = `
const { parentPort, workerData } = require('node:worker_threads')
const { pairs, attempts } = workerData
const least = pairs.map(() => Infinity)
for (let attempt = 0; attempt < attempts; attempt++)
  for (const [at, { expression, text }] of pairs.entries()) {
    const start = performance.now()
    const used = process.cpuUsage()
    text.replace(expression, '')
    const { user, system } = process.cpuUsage(used)
    least[at] = Math.min(least[at], performance.now() - start, (user + system) / 1_000)
  }
parentPort.postMessage(least)
`

/** The same text in half its length, with what its run ends with. */
const halfOf = (text: string) => text.slice(0, text.length / 2) + text.slice(-2)
/** A linear expression takes twice as long for twice the text, a quadratic one four times. */
const maxGrowth = 3
/** Times of what is allowed, for one that is linear: what others do on the machine slows no expression more than the yardstick by that. */
const maxTimesForLinear = 5

/**
 * Whether it is slow in a thread of its own, more than the machine is, and grows faster than its text, or is far slower: an engine that holds very many
 * expressions compiles further ones without optimisation, which on a busy machine takes a linear one over its time as well.
 */
async function isSlowAlone(expression: RegExp, text: string): Promise<boolean> {
  const pairs = [{ expression, text }, { expression, text: halfOf(text) }, yardstick]
  const thread = new Worker(threadSource, { eval: true, workerData: { pairs, attempts } })
  const [[whole, half, beside]] = await once(thread, 'message')
  await thread.terminate()
  const bound = allowed * Math.max(1, beside / yardstick.quiet)
  return whole > bound && (whole > half * maxGrowth || whole > bound * maxTimesForLinear)
}

async function slowTexts(expression: Expression): Promise<string[]> {
  const { at, source, flags } = expression
  const all = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  for (const length of lengths) {
    const slow: { of: string }[] = []
    for (const each of textsOf(expression, length)) if (isSlow(all, each.text) && (await isSlowAlone(all, each.text))) slow.push(each)
    if (slow.length) return [`${at} /${source}/${flags}: ${length} characters of ${slow.map(({ of }) => JSON.stringify(of)).join(', ')}`]
  }
  return []
}

async function slowOf(expressions: readonly Expression[]): Promise<string[]> {
  const found: string[] = []
  for (const expression of distinct(expressions)) found.push(...(await slowTexts(expression)))
  return found
}

const distinct = (expressions: readonly Expression[]) => [
  ...new Map(expressions.map((one) => [`${one.source}/${one.flags}`, one])).values(),
]

it('no text is normalised but with a bound for its marks', () => {
  const found = sourceFiles.filter((path) => readSource(path).includes('.normalize('))
  expect(found).toEqual(['contract/lib/normalise-text.ts'])
})

it(
  'every literal takes time in proportion to the text',
  async () => {
    expect(literals.length).toBeGreaterThan(500)
    expect(await slowOf(literals)).toEqual([])
  },
  patience,
)

it(
  'every expression that is built of texts does as well',
  async () => {
    vi.stubGlobal('self', globalThis)
    onTestFinished(() => void vi.unstubAllGlobals())
    const built: Expression[] = []
    for (const path of buildingFiles)
      built.push(...(await builtIn(path, () => import(/* @vite-ignore */ `${join(import.meta.dirname, '../..', path)}?built`))))
    expect(built.length).toBeGreaterThan(50)
    expect(await slowOf(built)).toEqual([])
  },
  patience,
)
