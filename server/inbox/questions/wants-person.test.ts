import { expect, it } from 'vitest'
import { categoryOf } from './category.ts'
import { wantsPerson } from './wants-person.ts'

it.each(['Mau bicara dengan admin', 'tolong sambungkan ke analisnya', 'bisa chat CS?', 'Jangan robot, tolong'])(
  '%s asks for a person',
  (text) => expect(wantsPerson(text)).toBe(true),
)
it.each(['Apa itu analisis teknikal?', 'BBRI bagus?', 'saham orang kaya apa saja', 'admin fee berapa'])('%s does not', (text) =>
  expect(wantsPerson(text)).toBe(false),
)

it.each([
  ['Kapan cum date dividen BBRI?', 'dividend'],
  ['ANTM masih boleh beli di harga ini?', 'entry'],
  ['TLKM sebaiknya cut loss?', 'exit'],
  ['Support kuat ASII di mana?', 'technical'],
  ['Saya punya GOTO nyangkut di 90', 'portfolio'],
  ['AMOR stock split itu bagaimana?', 'corporate_action'],
  ['PER dan PBV BBCA berapa?', 'fundamental'],
  ['Halo kak', 'other'],
])('%s is about %s', (text, category) => expect(categoryOf(text)).toBe(category))
