import { expect, it } from 'vitest'
import { InsideError, isPublic, publicLookup } from './public-address.ts'

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'ff02::1',
  'localhost',
])('%s is inside', (address) => expect(isPublic(address)).toBe(false))

it.each(['142.250.4.95', '8.8.8.8', '2a00:1450:4009::200a'])('%s is public', (address) => expect(isPublic(address)).toBe(true))

it.each([{ all: true }, {}, { family: 4 }])('a name that leads inside is refused when a socket looks it up with %o', async (options) => {
  const error = await new Promise((resolve) => publicLookup('localhost', options, resolve))
  expect(error).toBeInstanceOf(InsideError)
})
