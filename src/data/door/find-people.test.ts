import { expect, it } from 'vitest'
import { buildFinder } from './find-people.ts'

const people = ['Rini Kartika', 'Budi Santoso', 'Ünal Demir', 'Rino Karta', 'Siti Rahmawati'].map((name, at) => ({
  ref: name,
  name,
  phone: `62812345670${at}9`,
  state: 'registered' as const,
  ticket: 1,
  admissions: [],
}))
const find = (typed: string) => buildFinder(people)(typed).map(({ name }) => name)

it('buildFinder finds parts of names in any order and without accents', () => {
  expect(find('rin')).toEqual(['Rini Kartika', 'Rino Karta'])
  expect(find('kartika rini')).toEqual(['Rini Kartika'])
  expect(find('unal')).toEqual(['Ünal Demir'])
})

it('buildFinder forgives typing errors', () => {
  expect(find('santosso')).toEqual(['Budi Santoso'])
  expect(find('rahmwati')).toEqual(['Siti Rahmawati'])
})

it('buildFinder finds phones in any spelling, also by their last digits', () => {
  expect(find('0812-3456-7019')).toEqual(['Budi Santoso'])
  expect(find('7029')).toEqual(['Ünal Demir'])
  expect(find('6281234567019')).toEqual(['Budi Santoso'])
})

it('buildFinder finds nobody by one letter', () => expect(find('r')).toEqual([]))
