import { expect, it } from 'vitest'
import { isFound } from './find.ts'

it("isFound matches the beginnings of an entry's words, in either language, without accents", () => {
  expect(isFound('kat', 'Kategori', 'category')).toBe(true)
  expect(isFound('CAT', 'Kategori', 'category')).toBe(true)
  expect(isFound('ban pro', 'Promotion banners', 'promotion-banner')).toBe(true)
  expect(isFound('uye', 'Üyelikler', 'membership')).toBe(true)
  expect(isFound('egori', 'Kategori', 'category')).toBe(false)
  expect(isFound('bank x', 'Banks', 'bank')).toBe(false)
  expect(isFound('', 'Banks', 'bank')).toBe(true)
})
