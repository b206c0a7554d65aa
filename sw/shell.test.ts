import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCaches, type TestCaches, testFile, testOrigin } from './test-caches.ts'
import { openScope } from './test-scope.ts'

let caches: TestCaches

beforeEach(() => {
  caches = openCaches()
  openScope()
  vi.stubGlobal('location', { href: `${testOrigin}/sw.js` })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no line')
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A version is activated; its pieces and one that all versions have are stored. */
async function activate(version: string) {
  vi.resetModules()
  const { shell, keepTwoVersions, cachedAsset } = await import('./shell.ts')
  shell.addToCacheList(['same', `of-${version}`].map((name) => ({ url: `/assets/${name}.js`, revision: null })))
  const stored = caches.of(shell.strategy.cacheName)
  for (const key of shell.getURLsToCacheKeys().values()) stored.set(key, testFile(key))
  await keepTwoVersions()
  return {
    names: () => [...stored.keys()].map((url) => url.replace(`${testOrigin}/assets/`, '')).sort(),
    load: async (name: string) => (await cachedAsset({ request: new Request(`${testOrigin}/assets/${name}`) })).text(),
  }
}

test('the code of a former version is kept for pages that are still open, that of the one before is not', async () => {
  await activate('1')
  const second = await activate('2')
  expect(second.names()).toEqual(['of-1.js', 'of-2.js', 'same.js'])
  expect(await second.load('of-1.js')).toContain('of-1.js')
  const third = await activate('3')
  expect(third.names()).toEqual(['of-2.js', 'of-3.js', 'same.js'])
  await expect(third.load('of-1.js')).rejects.toThrow('no line')
})

test('a version from before the list of files was kept is a former version as well', async () => {
  caches.of('workbox-precache-v2').set(`${testOrigin}/assets/of-0.js`, testFile('old'))
  const first = await activate('1')
  expect(first.names()).toContain('of-0.js')
  expect((await activate('2')).names()).not.toContain('of-0.js')
})
