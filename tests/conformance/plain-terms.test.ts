import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What the code once said in words of its own, and what it says instead (the glossary in docs/ARCHITECTURE.md). */
const retired: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /(?<![.\w])Object\(/, instead: 'a guard of contract/kit/guards.ts: Object(x) gives `any`' },
]

const files = ['contract', 'server', 'src', 'sw', 'tests', 'scripts']
  .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.gen.ts') && !file.endsWith('plain-terms.test.ts'))

it.each(retired)('nothing is written as $pattern: use $instead', ({ pattern }) => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
