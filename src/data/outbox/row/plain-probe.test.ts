import { expect, test } from 'vitest'
import { plainProbe } from './plain-probe.ts'

test('a server of the base contract is asked its one public question, at its own address', () => {
  const hosts = { main: 'https://main.test', backend: 'https://backend.test/api/', websocket: '', imageLoader: '' }
  expect(plainProbe(hosts)).toMatch(/^https:\/\/backend\.test\/api\/[^/].*\?token=probe$/)
  expect(plainProbe({ ...hosts, backend: '' })).toMatch(/^\/[^/]/)
})
