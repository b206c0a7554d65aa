import { expect, it } from 'vitest'
import { isCallable, telLink, whatsappLink } from './phone.ts'

it('links to the dialler and to WhatsApp in their own forms', () => {
  expect(telLink('628123456789')).toBe('tel:+628123456789')
  expect(whatsappLink('628123456789')).toBe('https://wa.me/628123456789')
})

it('calls only whole numbers', () => {
  expect(isCallable('628123456789')).toBe(true)
  expect([isCallable('0812'), isCallable('62812'), isCallable(null)]).toEqual([false, false, false])
})
