import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test'
import type { Account } from '#tests/support/accounts.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

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
  /** The network between devices and the server, which a test may cut. */
  network: NetworkProxy
  /**
   * One device of a person behind that network, which keeps the shell for starting without it. Null: nobody is signed
   * in. `baseURL`: another network.
   */
  device: (client: Client | null, options?: DeviceOptions) => Promise<BrowserContext>
  /** A page that is signed in already, in a context of its own. */
  open: (account: Account | 'guest', options?: DeviceOptions) => Promise<Page>
}

interface Shared {
  server: RunningServer
  as: (account: Account) => Promise<Client>
}

/** What the console keeps of a session and of preferences, as a browser that was here before has it. */
export function remembered(origin: string, client: Client | null, preferences: Readonly<Record<string, string>> = {}) {
  const { token, ...rest } = client?.session ?? { token: '' }
  const session = client ? { jwt_access_token: token, 'lapangan-session': JSON.stringify(rest) } : {}
  const localStorage = Object.entries({ ...session, ...preferences }).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin, localStorage }] }
}

export const test = base.extend<Fixtures, Shared>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
    async ({}, use) => {
      const server = await startServer({ env: { LOG_LEVEL: 'warn', PUSH_PRIVATE: 'allow' } })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 90_000 },
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
        // Keeping the whole shell for later costs a test more than all that it looks at; devices whose line is cut have it.
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
