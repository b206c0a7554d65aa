import { expect, test, vi } from 'vitest'
import { uuidv7 } from './uuid.ts'

test('a UUID has its time in front, version 7 and variant 2, and is random in the rest', () => {
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.fill(0xff)
    return bytes
  })
  expect(uuidv7(0x0123456789ab)).toBe('01234567-89ab-7fff-bfff-ffffffffffff')
  random.mockRestore()
})

test('UUIDs sort by their time, and two of one moment differ', () => {
  const times = [0, 255, 256, 1_700_000_000_000, 1_700_000_000_001]
  const ids = times.map((time) => uuidv7(time))
  expect(ids.toSorted()).toEqual(ids)
  expect(uuidv7(5)).not.toBe(uuidv7(5))
})
