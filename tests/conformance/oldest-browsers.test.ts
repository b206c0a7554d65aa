import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languages } from '#contract/choices/languages.ts'

const versions = (text: string) => [...text.matchAll(/\b(Chromium|Firefox|Safari|iOS) (\d[\d.]*\d)\b/g)].map(([found]) => found).sort()

it.each(languages)('the page for a browser that is too old names in %s the browsers of the README', (language) => {
  const line = /^The oldest browsers are .*$/m.exec(readFileSync('README.md', 'utf8'))?.[0] ?? ''
  const old = readFileSync('index.html', 'utf8').split('id="old"')[1] ?? ''
  const words = new RegExp(`<p lang="${language}".*</p>`).exec(old)?.[0] ?? ''
  expect(versions(line)).toHaveLength(4)
  expect(versions(words)).toEqual(versions(line))
})
