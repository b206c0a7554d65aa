import { expect, it } from 'vitest'
import { slugPattern } from './patterns.ts'
import { slugBase, slugOf } from './slug.ts'

it.each([
  ['Analisis Teknikal & Fundamental', 'analisis-teknikal-fundamental'],
  ['  Déjà vu:  Ça va? ', 'deja-vu-ca-va'],
  ['P/E Ratio (PER)', 'p-e-ratio-per'],
  ['Şirket Ünü', 'sirket-unu'],
  ['التحليل', ''],
  ['---', ''],
])('%s is %s', (text, slug) => expect(slugOf(text)).toBe(slug))

it('slugOf returns at most 80 characters, without a final hyphen', () => {
  const slug = slugOf(`${'a'.repeat(79)} b`)
  expect(slug).toBe('a'.repeat(79))
  expect(slugOf('x'.repeat(10_000))).toHaveLength(80)
})

it('slugBase starts with the section where a title alone is too short, reserved or not Latin', () => {
  expect(['PE', 'Add', 'سهم', 'IHSG'].map((title) => slugBase(title, 'category'))).toEqual([
    'category-pe',
    'category-add',
    'category',
    'ihsg',
  ])
  for (const title of ['PE', 'Add', 'سهم']) expect(slugBase(title, 'emtpedia')).toMatch(slugPattern)
})
