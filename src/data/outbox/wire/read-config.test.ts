import { afterEach, expect, it, vi } from 'vitest'
import { defaultConfig } from '#contract/config.ts'
import { toConfig } from './read-config.ts'

afterEach(() => vi.unstubAllGlobals())

const modeOn = (hostname: string, config: Record<string, unknown>) => {
  vi.stubGlobal('location', { hostname })
  return toConfig({ hosts: {}, ...config })?.backOffice
}

it('the host of the page decides the mode, by the names that the API gives', () => {
  const config = { backOfficeHosts: ['office.example.com', '[::1]'] }
  expect(['office.example.com', 'console.example.com', 'example.com', '[::1]'].map((name) => modeOn(name, config))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

it('what names no hosts, or is no list of them, is in full mode', () => {
  for (const config of [{}, { backOfficeHosts: 'office.example.com' }, { backOfficeHosts: null }])
    expect(modeOn('office.example.com', config)).toBe(false)
})

it('a kept copy gives the same as the answer it was made of', () => {
  vi.stubGlobal('location', { hostname: 'office.example.com' })
  const loaded = toConfig({ hosts: { main: 'https://api.example.com' }, backOfficeHosts: ['office.example.com'], product: 'emas' })
  expect(toConfig(JSON.parse(JSON.stringify(loaded)))).toEqual(loaded)
})

it('a configuration has what the installation says, and the defaults where it says nothing', () => {
  const hosts = { main: 'https://m.test', backend: 'https://b.test', websocket: 'wss://w.test', imageLoader: 'https://i.test' }
  const said = { product: 'emas', clientSecret: 'secret', version: '1.2', auth: false, demo: true, uploadMaxBytes: 5, additions: false }
  expect(toConfig({ hosts, ...said, backOfficeHosts: ['a', 5] })).toEqual({
    hosts,
    ...said,
    backOfficeHosts: ['a', '5'],
    backOffice: false,
  })
  expect(toConfig({ hosts: { main: 5 }, product: '', auth: 'no', demo: 'yes', uploadMaxBytes: '5', additions: 'no' })).toEqual({
    ...defaultConfig,
    backOffice: false,
  })
})

it('what is no configuration is none, such as the page of a captive portal', () => {
  for (const value of ['<html>', null, [], {}, { hosts: 'https://m.test' }]) expect(toConfig(value)).toBeNull()
})
