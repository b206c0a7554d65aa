import { expect, it } from 'vitest'
import { isCallable, telLink, whatsappLink } from './phone.ts'

it('a phone links to the dialler and to WhatsApp', () => {
  expect(telLink('628123456789')).toBe('tel:+628123456789')
  expect(whatsappLink('628123456789')).toBe('https://wa.me/628123456789')
})

it('isCallable accepts only complete numbers', () => {
  expect(isCallable('628123456789')).toBe(true)
  expect([isCallable('0812'), isCallable('62812'), isCallable(null)]).toEqual([false, false, false])
})
