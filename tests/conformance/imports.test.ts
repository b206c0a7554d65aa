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

it('the folders of the kit import each other in one direction; forms alone hold lists and are held by them', () => {
  const arrows = readdirSync('src/kit', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src/kit', name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && dirname(file) !== 'src/kit')
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) .*from '(\.\.?\/[^']+)'/gm)].map(
        ([, to = '']) => [dirname(file), dirname(join(dirname(file), to))] as const,
      ),
    )
  const known = new Set(arrows.map(([from, to]) => `${from} ${to}`))
  const circles = arrows.filter(([from, to]) => from !== to && to !== 'src/kit' && known.has(`${to} ${from}`))
  const ofForms = (folder: string) => folder.startsWith(join('src', 'kit', 'form'))
  expect(circles.filter((folders) => !folders.some(ofForms))).toEqual([])
  expect(circles.length).toBeGreaterThan(0)
})
