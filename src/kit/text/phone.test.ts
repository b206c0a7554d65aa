import { expect, it } from 'vitest'
import { isCallable, showPhone, telLink, whatsappLink } from './phone.ts'

it('showPhone groups a number so that it can be read aloud', () => {
  expect(showPhone('6281234567890')).toBe('+62 812-3456-7890')
  expect(showPhone('628123456789')).toBe('+62 812-3456-789')
  expect(showPhone('12')).toBe('12')
})

it('a phone links to the dialler and to WhatsApp', () => {
  expect(telLink('628123456789')).toBe('tel:+628123456789')
  expect(whatsappLink('628123456789')).toBe('https://wa.me/628123456789')
})

it('isCallable accepts only complete numbers', () => {
  expect(isCallable('628123456789')).toBe(true)
  expect([isCallable('0812'), isCallable('62812'), isCallable(null)]).toEqual([false, false, false])
})
