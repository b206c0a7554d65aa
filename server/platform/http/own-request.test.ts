import { expect, it } from 'vitest'
import { otherConsoles, ownPath } from './own-hosts.ts'
import { isOwnRequest } from './own-request.ts'

const hosts = { main: '', backend: '', websocket: '', imageLoader: '' }
const settings = {
  publicUrl: 'https://lapangan.example',
  origins: ['https://console.example'],
  backOfficeHosts: ['office.example', 'office.localhost'],
  hosts,
  trustProxy: false,
  production: false,
}
const isOwn = (origin: string | undefined, host?: string, forwarded?: string, trustProxy = false) =>
  isOwnRequest({ origin, host, 'x-forwarded-host': forwarded }, { ...settings, trustProxy })

it.each([
  ['a program at an address', undefined, '127.0.0.1:4000'],
  ['a program at an IPv6 address', undefined, '[::1]:4000'],
  ['a program behind a proxy', undefined, 'api:4000'],
  ['a page at the public address', 'https://lapangan.example', 'LAPANGAN.example.'],
  ['a page at the public address whose proxy names another host', 'https://lapangan.example', 'api.internal.example'],
  ['a page on this machine', 'http://localhost:4000', 'localhost:4000'],
  ['a page of a development server', 'http://app.localhost:4001', 'app.localhost:4001'],
  ['a console of another origin', 'https://console.example', 'lapangan.example'],
  ['a page of the back office', 'https://office.example', 'office.example'],
  ['a page of the back office, asking the public address', 'https://office.example', 'lapangan.example'],
  ['a page of the back office whose proxy names another host', 'https://office.example', 'api.internal.example'],
  ['a page at an address of the network', 'http://192.168.1.20:4000', '192.168.1.20:4000'],
])('%s is ours', (_, origin, host) => {
  expect(isOwn(origin, host)).toBe(true)
})

it.each([
  ['a page whose name was made to lead here', 'http://evil.example:4000', 'evil.example:4000'],
  ['a picture or link of such a page', undefined, 'evil.example:4000'],
  ['a page elsewhere', 'https://evil.example', 'localhost:4000'],
  ['a page on another port of this machine', 'http://localhost:9999', 'localhost:4000'],
  ['a page without an origin of its own', 'null', 'localhost:4000'],
  ['a name that only looks like an address', undefined, '127.0.0.1.evil.example'],
  ['a name that only begins like ours', undefined, 'lapangan.example.evil.example'],
  ['a name that is longer than any', undefined, `${'a.'.repeat(127)}localhost`],
  ['a host of 100,000 dots', `https://${'.'.repeat(100_000)}x`, `${'.'.repeat(100_000)}x`],
  ['another port of the back office', 'https://office.example:8443', 'localhost:4000'],
  ['a name that only ends like the back office', 'https://evil-office.example', 'lapangan.example'],
  ['a host that is none', undefined, 'a b'],
  ['no host', undefined, undefined],
])('%s is not', (_, origin, host) => {
  expect(isOwn(origin, host)).toBe(false)
})

it('a real installation that was not told its name answers to any, and to no page elsewhere', () => {
  const unnamed = { ...settings, publicUrl: 'http://localhost:4000', production: true }
  expect(isOwnRequest({ origin: 'https://kedai.example', host: 'kedai.example' }, unnamed)).toBe(true)
  expect(isOwnRequest({ origin: 'https://evil.example', host: 'kedai.example' }, unnamed)).toBe(false)
  expect(isOwnRequest({ origin: 'https://kedai.example', host: 'kedai.example' }, { ...settings, production: true })).toBe(false)
})

it('the host that a proxy names counts where the proxy is trusted', () => {
  expect(isOwn('http://kedai.local', 'api:4000', 'kedai.local')).toBe(false)
  expect(isOwn(undefined, 'api:4000', 'lapangan.example', true)).toBe(true)
  expect(isOwn('http://10.0.0.5', 'api:4000', '10.0.0.5', true)).toBe(true)
  expect(isOwn('https://evil.example', 'api:4000', 'evil.example', true)).toBe(false)
})

it('consoles of other origins are those that are configured, and the back office under the port of the public address', () => {
  const beside = {
    publicUrl: 'http://localhost:4000',
    origins: ['https://Console.example:443'],
    backOfficeHosts: ['office.localhost', 'localhost'],
  }
  expect(otherConsoles(beside)).toEqual(['https://console.example', 'http://office.localhost:4000'])
})

it.each([
  ['a path', '/files/a/b.png', '/files/a/b.png'],
  ['the public address', 'https://LAPANGAN.example./files/a/b.png', '/files/a/b.png'],
  ['the back office', 'https://office.example/files/a/b.png', '/files/a/b.png'],
  ['a configured console', 'https://console.example/files/a', '/files/a'],
  ['this machine', 'http://127.0.0.1:4000/files/a', '/files/a'],
  ['elsewhere', 'https://evil.example/files/a', null],
  ['elsewhere, without a scheme', '//evil.example/files/a', null],
  ['elsewhere, by backslashes', '\\\\evil.example/files/a', null],
  ['elsewhere, with our name before it', 'https://lapangan.example@evil.example/files/a', null],
  ['another scheme', 'ftp://lapangan.example/files/a', null],
  ['a name that is longer than any', `https://${'a'.repeat(300)}/files/a`, null],
  ['no address', 'http://', null],
])('an address of %s is ours or not', (_, address, path) => {
  expect(ownPath(address, settings)).toBe(path)
})
