import { expect, it } from 'vitest'
import type { Field } from '#contract/kit/field/field.ts'
import { allSections } from '#tests/support/sections.ts'
import { products } from './options.ts'

const names = products.map((product) => product.toLowerCase())
const valuesOf = ({ values = [] }: Field): string[] => values.map(String)

const audiences = allSections.flatMap(({ name, fields }) =>
  Object.entries<Field>(fields).flatMap(([key, field]) =>
    valuesOf(field).some((value) => names.includes(value)) ? [{ section: name, key, field }] : [],
  ),
)

it.each(audiences)('$section.$key offers every product', ({ field }) => {
  const values = valuesOf(field)
  expect(values).toEqual(expect.arrayContaining(names))
  const expiring = values.filter((value) => value.startsWith('expiring_'))
  expect(expiring.sort()).toEqual(expiring.length ? names.map((each) => `expiring_${each}`).sort() : [])
})

it('the audiences of mail, push, popups, banners, for-you and events are among them', () => {
  const sections = audiences.map(({ section }) => section)
  for (const name of [
    'newsletter',
    'push-notification',
    'popup-promotion',
    'promotion-banner',
    'for-you',
    'event',
    'analysis',
    'recommendation',
  ])
    expect(sections).toContain(name)
})
