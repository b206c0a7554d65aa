import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'
import { installPromptStore, showInstallPrompt, startInstallPrompt } from './install-prompt.ts'

let fire: ReturnType<typeof openBrowser>['fire']
let linked: unknown[]

beforeEach(() => {
  linked = []
  ;({ fire } = openBrowser())
  Object.assign(document, { createElement: () => ({}), head: { append: (link: unknown) => linked.push(link) } })
  startInstallPrompt()
})
afterEach(() => {
  installPromptStore.set(null)
  vi.unstubAllGlobals()
})

test('the manifest is linked by the same call that listens for the prompt', () => {
  expect(linked).toEqual([{ rel: 'manifest', href: '/manifest.webmanifest' }])
})

test('a prompt of the browser is held back, kept, and shown once', async () => {
  const prompt = vi.fn(async () => undefined)
  const preventDefault = vi.fn()
  fire('beforeinstallprompt', { prompt, preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
  expect(installPromptStore.get()).not.toBeNull()
  expect(prompt).not.toHaveBeenCalled()
  await showInstallPrompt()
  await showInstallPrompt()
  expect(prompt).toHaveBeenCalledOnce()
  expect(installPromptStore.get()).toBeNull()
})

test('a browser that refuses to show its prompt does not end the screen', async () => {
  fire('beforeinstallprompt', { prompt: async () => Promise.reject(new Error('not allowed')) })
  await expect(showInstallPrompt()).resolves.toBeUndefined()
})

test('an app that was installed by the browser menu is not offered', () => {
  fire('beforeinstallprompt', { prompt: async () => undefined })
  fire('appinstalled')
  expect(installPromptStore.get()).toBeNull()
})
