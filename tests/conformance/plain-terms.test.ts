import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Retired names, and the standard term for each (the glossary in docs/ARCHITECTURE.md). */
const retiredNames: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /(?<![.\w])Object\(/, instead: 'a guard of contract/kit/field/guards.ts: Object(x) gives `any`' },
  { pattern: /(?<![.\w])words\(\)/, instead: 'text()' },
  { pattern: /(?<![.\w])whole(?:\(\)|: true)/, instead: 'bigint(), integer' },
  {
    pattern: /\b(?:leadsHeld\w*|markLeadsHeld|createHeld|HeldIndex|HeldTemplates|heldRun|heldTemplate|findHeld|applyHeld)\b/,
    instead: 'cached',
  },
  { pattern: /\b(?:told|heard|tell[A-Z]\w*|hear[A-Z]\w*)\b(?!:)/, instead: 'notify, handle, send' },
  { pattern: /\b(?:lineIsBack|LineState|SyncLine|NoLine|LineProxy|LineFault)\b/, instead: 'network, connection' },
  { pattern: /\b(?:RemoveWay|DuplicateWay|duplicateWays)\b/, instead: 'RemovalFormat, DuplicatePolicy' },
  { pattern: /\b(?:createTurns|turnSwitch|watchDoor|inTurn|sendTogether)\b/, instead: 'a limit, a lock, a batch, a queue' },
  { pattern: /\b(?:packed|unpacked|worthPacking)\b/, instead: 'compressed' },
  { pattern: /\b(?:most[A-Z]\w*|longestWait|longestMessage|largestPiece|shortestToken)\b/, instead: 'max, min' },
  { pattern: /\b(?:nearly|nearlyMeant|nearWords|nearTerms)\(/, instead: 'fuzzy' },
  { pattern: /\b(?:TableView|fixedQuery|viewOf)\b/, instead: 'view for a saved list only; preset, prepared, protected; scope' },
  { pattern: /\b(?:freeRoom|useSteady|onceThere|behindFrame|standAside|keptFiles|keepHouse|readAhead)\b/, instead: 'the glossary' },
]

const retiredFiles =
  /^(?:held|held-\w+|turns|door|pace|together|line|behind-frame|once-there|stand-aside|near|nearness|alone|unpack|fixed-query|fixed-rows|work-turns)\.tsx?$/
const retiredPhrases =
  /\b(?:without a line|with no line|no line, |wait(?:s|ing)? for the line|the line is back|needs? the line|held leads|leads that are held)\b/i

const files = ['contract', 'server', 'src', 'sw', 'tests', 'scripts']
  .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.gen.ts') && !file.endsWith('plain-terms.test.ts'))

/** Without comments and quoted texts, each line in its place. */
const codeOf = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/\/\/.*$/gm, '')
    .replace(/'[^'\n]*'/g, "''")

const found = (pattern: RegExp, read: (text: string) => string) =>
  files.flatMap((file) =>
    read(readFileSync(file, 'utf8'))
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )

describe('names are the terms of the field', () => {
  it.each(retiredNames)('$instead, not $pattern', ({ pattern }) => {
    expect(files.length).toBeGreaterThan(500)
    expect(found(pattern, codeOf)).toEqual([])
  })

  it('a file has no retired name', () => {
    expect(files.filter((file) => retiredFiles.test(basename(file)))).toEqual([])
  })

  it('a verdict is one type', () => {
    expect(found(/^(?:export )?(?:type|interface) Verdict\b/, codeOf)).toHaveLength(1)
  })

  it('no action is named after a field that it changes', () => {
    expect(found(/\baction: 'status'/, (text) => text)).toEqual([])
  })

  it('comments and titles of tests speak of networks and caches', () => {
    expect(found(retiredPhrases, (text) => text)).toEqual([])
  })

  it('no section declares tones of its own: a field has them, and the kit draws them', () => {
    expect(found(/\bconst tones\b/, codeOf).filter((line) => line.startsWith(join('src', 'sections')))).toEqual([])
  })

  it('the glossary points to files that exist', () => {
    const [, glossary = ''] = readFileSync('docs/ARCHITECTURE.md', 'utf8').split('## Glossary')
    const rows = glossary.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| -') && !line.startsWith('| Term'))
    expect(rows.length).toBeGreaterThan(25)
    const named = rows.flatMap((row) => {
      let folder = ''
      return [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
        const path = name.includes('/') ? name : join(folder, name)
        folder = dirname(path)
        return path
      })
    })
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

describe('String() of a value without a type does not compile', () => {
  const ban = '../contract/kit/text.d.ts'

  it.each(['contract', 'api', 'worker', 'console'])('tsconfig/%s.json takes the declaration in', (program) => {
    const { include }: { include: string[] } = JSON.parse(readFileSync(`tsconfig/${program}.json`, 'utf8'))
    expect(include.some((each) => each === ban || each === '../contract')).toBe(true)
  })

  it('the declaration refuses what may be an object or nothing, and takes texts and numbers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lapangan-text-'))
    const planted = join(folder, 'planted.ts')
    const lines = [
      'declare const row: Readonly<Record<string, unknown>> & { id: number; name?: string; ref: string; parts: object }',
      'export const taken: string[] = [String(row.id), String(row.ref), String(true), ...[1, 2].map(String)]',
      'export const unknownValue: string = String(row.title)',
      'export const fallback: string = String(row.title ?? 1)',
      'export const absent: string = String(row.name)',
      'export const nested: string = String(row.parts)',
      'export const method: string = String(row.title).trim()',
    ]
    writeFileSync(planted, lines.join('\n'))
    try {
      const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--pretty', 'false', '--target', 'ES2023', '--types', '']
      const tsc = [resolve('node_modules/typescript/bin/tsc'), '--ignoreConfig', ...options, resolve('tsconfig', ban), planted]
      const { stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8', cwd: folder })
      expect(
        [...stdout.matchAll(/planted\.ts\((\d+),/g)].map(([, line]) => Number(line)),
        stdout,
      ).toEqual([3, 4, 5, 6, 7])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
