import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A formatter is kept by its name, so two of one name would show each other's texts. */
it('formatters of one name are the same', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const made = files.flatMap((name) =>
    [
      ...readFileSync(join('src', name), 'utf8').matchAll(/\bcached\(\s*'([^']+)',\s*\(tag\) => (new Intl\.\w+\(tag(?:, \{[^}]*\})?\))/g),
    ].map(([, key, maker]): [string, string] => [key ?? '', (maker ?? '').replace(/\s+/g, ' ')]),
  )
  expect(made.length).toBeGreaterThan(8)
  const first = new Map([...made].reverse())
  expect(made.filter(([key, maker]) => first.get(key) !== maker)).toEqual([])
})
