import { expect, it } from 'vitest'
import { fold, searchForm, wordsOf } from './words.ts'

it.each(["Nu'man", 'Nu’man', 'Nu‘man', 'Nuʼman', 'Nu`man', 'Nu´man', 'Numan'])('%s is compared without its apostrophe', (name) => {
  expect([searchForm(name), fold(name), [...wordsOf(name.toLowerCase())]]).toEqual(['numan', 'Numan', ['numan']])
})
