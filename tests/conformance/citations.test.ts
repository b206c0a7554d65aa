import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const files = [
  ...readdirSync('.').filter((name) => /\.(?:ts|md)$/.test(name)),
  ...['contract', 'server', 'src', 'sw', 'tests', 'scripts', 'docs']
    .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
    .filter((file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !file.endsWith('.gen.ts') && !file.endsWith('citations.test.ts')),
]
const lines = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, at) => ({ file, text, place: `${file}:${at + 1}` })),
)

/** Anchors of a page by GitHub's rules. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Pages that a line cites by a path from the root, or in a document by a relative link. */
const citedIn = ({ file, text }: { file: string; text: string }): string[] => [
  ...[...text.matchAll(/(?<![\w./-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([cited]) => cited),
  ...(file.endsWith('.md') ? [...text.matchAll(/\]\(([\w./-]+\.md(?:#[\w-]+)?)\)/g)] : []).map(([, link = '']) =>
    normalize(join(dirname(file), link)),
  ),
]

it('every citation of a document leads to a file and a heading', () => {
  const cited = lines.flatMap((line) => citedIn(line).map((target) => ({ target, place: line.place })))
  expect(cited.length).toBeGreaterThan(50)
  const broken = cited.filter(({ target }) => {
    const [page = '', anchor] = target.split('#')
    return !existsSync(page) || (anchor !== undefined && !anchorsOf(page).includes(anchor))
  })
  expect(broken.map(({ place, target }) => `${place}: ${target}`)).toEqual([])
})

/** Sections of an RFC are public. */
const outside = [
  /\b[Pp]art-[12]\b/,
  /\brules of (?:the stock desk|members and money|orders)[,)]/,
  /\(rules, (?:sending|section)/,
  /\b(?:domain|house|design|card)\.md\b/,
  /\bspecifications?\b/i,
  /(?<!RFC \d+, )\bsections? \d/,
]

const citesOutside = (text: string) => outside.some((pattern) => pattern.test(text))

it.each(['docs/product', 'docs/decisions'])('the index of %s names every page', (folder) => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const pages = readdirSync(folder).filter((name) => name !== 'README.md')
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([])
})

it('no line cites a document that is not in the repository', () => {
  expect(['(part-2 section 9)', 'as the specification has it', 'see domain.md', 'RFC 9110, section 12'].map(citesOutside)).toEqual([
    ...[true, true, true],
    false,
  ])
  expect(lines.filter(({ text }) => citesOutside(text)).map(({ place, text }) => `${place}: ${text.trim()}`)).toEqual([])
})
