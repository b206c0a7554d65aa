import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'

/** The folders between which imports go by alias, so that the linter can see their direction. */
function area(file: string): string {
  const [top = '', second = ''] = relative(process.cwd(), file).split(sep)
  return top === 'src' || top === 'server' ? `${top}/${second.includes('.') ? '' : second}` : top
}

it('keeps relative imports inside their own area', () => {
  const files = ['contract', 'server', 'src', 'sw']
    .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
  expect(files.length).toBeGreaterThan(50)
  const leaving = files.flatMap((file) => {
    const targets = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
      join(dirname(file), match[1] ?? ''),
    )
    return targets.filter((target) => area(target) !== area(file) && !area(file).endsWith('/')).map((target) => `${file} -> ${target}`)
  })
  expect(leaving).toEqual([])
})
