import { expect, it } from 'vitest'
import { isFilled, startValues, templateParts, templateText } from './templates.ts'

const template = { name: 'follow_up', language: 'id', body: 'Halo {{1}}, {{2}} sudah siap.', places: 2 }

it('templateParts finds the places of a template', () => {
  expect(templateParts(template.body)).toEqual([
    { text: 'Halo ', place: null, at: 0 },
    { text: '{{1}}', place: 1, at: 5 },
    { text: ', ', place: null, at: 10 },
    { text: '{{2}}', place: 2, at: 12 },
    { text: ' sudah siap.', place: null, at: 17 },
  ])
})

it("a template starts with the customer's name and is filled once every place is", () => {
  expect(startValues(template, 'Sinta')).toEqual(['Sinta', ''])
  expect(isFilled(template, ['Sinta', ' '])).toBe(false)
  expect(isFilled(template, ['Sinta', 'Modul'])).toBe(true)
  expect(isFilled({ ...template, places: 0 }, [])).toBe(true)
})

it("templateText is the customer's text", () => {
  expect(templateText(template, ['Sinta', 'Modul {{1}}'])).toBe('Halo Sinta, Modul {{1}} sudah siap.')
  expect(templateText(template, ['Sinta'])).toBe('Halo Sinta, {{2}} sudah siap.')
})
