import { describe, expect, it } from 'vitest'
import { storedPhone } from '#contract/lib/phone.ts'
import { mayBeSame, namesOf } from './identifying.ts'

const named = (phone: string, email: string | null = null) => namesOf({ phone: storedPhone(phone), email }).map(({ value }) => value)

it.each([
  ['0812 3456 7890', ['6281234567890']],
  ['+62 812-3456-7890', ['6281234567890']],
  ['62(0)812.3456.7890', ['6281234567890']],
  ['812 3456 7890', ['6281234567890']],
  ['\u202a+62 812\u00a03456\u20137890\u202c', ['6281234567890']],
  // Of a house or an office.
  ['021 5550123', []],
  ['021 5550123 ext. 12', []],
  ['0812 3456 7890 ext 5', []],
  ['0812 3456 7890 / 0813 1111 2222', []],
  // Digits of other scripts are digits for nobody but the eye.
  ['٠٨١٢٣٤٥٦٧٨٩٠', []],
  ['０８１２３４５６７８９０', []],
  ['+65 9123 4567', []],
  ['6280000000000', []],
  ['6288888888888', []],
  ['62812', []],
  ['628123456789012345678901234567890', []],
  ['#12', []],
  ['', []],
])('a phone names a person only in full: %s', (phone, expected) => {
  expect(named(phone)).toEqual(expected)
})

it.each([
  ['Budi@Example.COM', ['budi@example.com']],
  ['  budi@example.com ', ['budi@example.com']],
  // Whoever has a plus may have given others to others.
  ['keluarga+ani@gmail.com', ['keluarga+ani@gmail.com']],
  ['b@x.id', ['b@x.id']],
  ['ＢＵＤＩ@example.com', ['ｂｕｄｉ@example.com']],
  ['info@toko.id', []],
  ['Info.Jakarta@toko.id', []],
  ['cs2@toko.id', []],
  ['no-reply@toko.id', []],
  ['admin+budi@toko.id', []],
  [`${'a'.repeat(300)}@x.id`, []],
  [`a@${'b.'.repeat(150)}id`, []],
  ['budi@example', []],
  ['budi', []],
  ['a b@x.id', []],
  ['@x.id', []],
  ['', []],
])('an address names a person unless several read it: %s', (email, expected) => {
  expect(named('', email)).toEqual(expected)
})

describe('two names may be of one person', () => {
  it.each([
    ['Budi', 'budi santoso', true],
    ['Pak Budi', 'Budi', true],
    ['B. Santoso', 'Budi Santoso', true],
    ['Santoso, Budi', 'Budi Santoso', true],
    ['Ibu', 'Siti Rahma', true],
    ['', 'Siti Rahma', true],
    ['Zoë', 'Zoe', true],
    ['ﺑﻮﺩﻱ', 'بودي', true],
    ['Budi Santoso', 'Sari Santoso', false],
    ['Ani', 'Anita', false],
    ['Budi', 'Rina', false],
    ['Muhammad Rizki', 'Muhammad Fauzi', false],
    ['Budi Budi', 'Budi Santoso', false],
    ['Cabang 1', 'Cabang 2', false],
    ['山田', '田中', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect([mayBeSame(one, other), mayBeSame(other, one)]).toEqual([expected, expected])
  })
})
