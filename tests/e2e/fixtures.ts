import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import type { Account } from '#tests/support/accounts.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import type { RunningServer } from '#tests/support/server-process.ts'

export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions
export const laptop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const satisfies BrowserContextOptions

interface DeviceOptions extends BrowserContextOptions {
  preferences?: Readonly<Record<string, string>>
}

interface Fixtures {
  /** Network between devices and server, which can be cut. */
  network: NetworkProxy
  /** A device behind that network, with the shell cached for offline starts. Null: signed out. `baseURL`: another network. */
  device: (client: Client | null, options?: DeviceOptions) => Promise<BrowserContext>
  /** A signed-in page in a context of its own. */
  open: (account: Account | 'guest', options?: DeviceOptions) => Promise<Page>
}

interface Shared {
  server: RunningServer
  as: (account: Account) => Promise<Client>
}

/** Storage of a session and preferences, as of an earlier visit. */
export function remembered(origin: string, client: Client | null, preferences: Readonly<Record<string, string>> = {}) {
  const { token, ...rest } = client?.session ?? { token: '' }
  const session = client ? { jwt_access_token: token, 'lapangan-session': JSON.stringify(rest) } : {}
  const localStorage = Object.entries({ ...session, ...preferences }).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin, localStorage }] }
}

export const test = base.extend<Fixtures, Shared>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ env: { LOG_LEVEL: 'warn', PUSH_PRIVATE: 'allow' } })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  as: [
    async ({ server }, use) => {
      const clients = new Map<Account, Promise<Client>>()
      await use((account) => {
        const known = clients.get(account) ?? signInTo(server.url, account)
        clients.set(account, known)
        return known
      })
    },
    { scope: 'worker' },
  ],
  network: async ({ server }, use) => {
    const network = await startProxy(server)
    await use(network)
    await network.close()
  },
  device: async ({ browser, network: { url } }, use) => {
    const opened: BrowserContext[] = []
    await use(async (client, { preferences, ...options } = {}) => {
      const { baseURL = url } = options
      const storageState = remembered(baseURL, client, preferences)
      const context = await browser.newContext({ ...laptop, ...options, baseURL, storageState })
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
  open: async ({ browser, server, as }, use) => {
    const opened: { close(): Promise<void> }[] = []
    await use(async (account, { preferences, ...options } = {}) => {
      const client = account === 'guest' ? null : await as(account)
      const context = await browser.newContext({
        ...laptop,
        // Caching the whole shell is slow; only devices with a network that can be cut do it.
        serviceWorkers: 'block',
        ...options,
        baseURL: server.url,
        storageState: remembered(server.url, client, preferences),
      })
      opened.push(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

export { expect } from '@playwright/test'
