import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { problemMessages } from '#contract/kit/field/problem.ts'
import { locales } from './locales.ts'

const root = new URL('../../', import.meta.url)
const sources = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8'))

/**
 * Code that makes a field's problem: `problem('x')`, `fieldError(field, 'x')`, `refuse(field, 'x', …)`, and `code: 'x'` of a rule or
 * pattern.
 */
const made = [
  /\bproblem\('([a-z_]+)'/g,
  /\b(?:fieldError|refuse)\([^,()]+(?:\([^()]*\))?[^,()]*,\s*'([a-z_]+)'/g,
  /fields: \{ \w+: \{ code: '([a-z_]+)'/g,
  /(?:field|regex): [^{}]+, code: '([a-z_]+)'/g,
  /\bv\.(?:check|regex)\([^']*, '([a-z_]+)'\)/g,
  /\bmust\([^,]+, '([a-z_]+)'\)/g,
]
const codes = new Set(
  ['contract', 'server', 'src'].flatMap((folder) =>
    sources(folder).flatMap((text) => made.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
  ),
)

it('the search finds the codes in the programs', () => {
  const wanted = ['required', 'digits', 'taken', 'unknown_reference', 'published', 'password_differs', 'not_allowed', 'self', 'no_slash']
  expect([...codes]).toEqual(expect.arrayContaining(wanted))
})

it('every code has English words', () => {
  expect([...codes].filter((code) => !Object.hasOwn(problemMessages, code))).toEqual([])
})

it.each(locales)('every code has words in %s', (locale) => {
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`src/i18n/${locale}/forms.json`, root), 'utf8'))
  expect(Object.keys(texts).sort()).toEqual(
    Object.keys(problemMessages)
      .map((code) => `problem.${code}`)
      .sort(),
  )
})
