import { expect, it } from 'vitest'
import { offerChoices, toChoice } from './filter-options.ts'

const choice = (value: string, label: string) => ({ value, label })
const cached = Array.from({ length: 30 }, (_, at) => choice(String(at + 1), `Person ${at + 1}`))
const none = { special: [], cached, found: [], named: [], chosen: [], text: '' }

it('a filter shows every chosen value, with any text and number of options', () => {
  const chosen = cached.map(({ value }) => value)
  expect(offerChoices({ ...none, chosen, text: 'nobody' }).map(({ value }) => value)).toEqual(chosen)
  const named = [choice('5000', 'Far Away')]
  expect(offerChoices({ ...none, named, chosen: ['5000', '9999'], text: '' }).slice(0, 2)).toEqual([...named, choice('9999', '#9999')])
})

it('a filter searches on the device, and on the server for the rest', () => {
  const found = [choice('7000', 'Zaki'), choice('3', 'Person 3')]
  expect(offerChoices({ ...none, found, text: 'person 3' }).map(({ value }) => value)).toEqual(['3', '30', '7000'])
  expect(offerChoices({ ...none, text: 'person 3' }).map(({ value }) => value)).toEqual(['3', '30'])
  expect(offerChoices(none)).toHaveLength(12)
})

it('a filter writes a reference as its id and a tag as its name', () => {
  const option = { id: 4, ref: 'r', label: 'vip' }
  expect([toChoice('id')(option).value, toChoice('label')(option).value]).toEqual(['4', 'vip'])
})
