import { expect, it } from 'vitest'
import { richText } from '../kit/field/field.ts'
import { validate } from '../kit/field/schema.ts'
import { readableText } from './readable-text.ts'

it('readableText counts no marks, one character per entity, and a line per paragraph', () => {
  expect(readableText('<p>Harga <strong>naik</strong> &amp; turun</p><p>besok</p>')).toBe('Harga naik & turun\nbesok')
})

it('the limit of a rich text counts its text, not its markup', () => {
  const fields = { message: richText({ required: true, max: 10 }) }
  expect(validate(fields, [], { message: '<p><strong>0123456789</strong></p>' }).ok).toBe(true)
  expect(validate(fields, [], { message: '<p>0123456789!</p>' })).toEqual({
    ok: false,
    problems: { message: { code: 'max_length', message: 'Must be at most 10 characters', params: { max: 10 } } },
  })
})
