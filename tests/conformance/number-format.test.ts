/** Numbers have one form in each language, so few files may format them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const formatting = /Intl\.NumberFormat|\.toLocaleString\(/
const modules = ['contract/lib/number-text.ts', 'src/kit/text/format-more.ts', 'src/kit/text/format.ts', 'src/kit/text/money.ts']

it('numbers are formatted in the modules for it alone', () => {
  const files = ['contract', 'server', 'src', 'sw'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  expect(sources.filter((name) => formatting.test(readFileSync(join(root, name), 'utf8'))).sort()).toEqual(modules)
})

it('the console writes amounts in its language, and only what leaves it in Indonesian', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  expect(sources.filter((name) => readFileSync(join(root, 'src', name), 'utf8').includes('#contract/lib/rupiah.ts'))).toEqual([])
})
