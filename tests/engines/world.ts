/** A server with demo data, a line to it that can be cut, and a browser with a profile. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, accounts, password } from '#tests/support/accounts.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { type RunningServer, startProcess } from '#tests/support/server-process.ts'
import { startChromium } from './chromium.ts'
import type { EngineBrowser, EngineName, EngineOptions } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { type EnginePage, pageOf } from './page.ts'
import { startWebkit } from './webkit.ts'

const starts: Readonly<Record<EngineName, (program: string, options: EngineOptions) => Promise<EngineBrowser>>> = {
  webkit: startWebkit,
  firefox: startFirefox,
  chromium: startChromium,
}

/** A walk of its own server may be given other settings. */
export interface WorldOptions {
  /** Of the server. */
  env?: Readonly<Record<string, string>>
  isDark?: boolean
}

export interface World {
  readonly engine: EngineName
  readonly server: RunningServer
  /** Between browser and server. */
  readonly line: NetworkProxy
  readonly browser: EngineBrowser
  /** Folder of what the browser downloads. */
  readonly downloads: string
  /** Where pictures of this run go. */
  readonly pictures: string
  /** A client of the API, straight to the server. */
  as(account: Account): Promise<Client>
  /** A new window, at 1366 x 768; `base` is another server than the one behind the line. */
  open(base?: string): Promise<EnginePage>
  /** A new window in which somebody has signed in; resolves once the shell is kept for a start without a line. */
  signIn(account: Account, base?: string): Promise<EnginePage>
  /** SIGKILL to the browser, and its start on the same profile. */
  killBrowser(): Promise<void>
  dispose(): Promise<void>
}

const session = 'jwt_access_token'

/** Whether a file of the profile's local storage has the item: every engine writes it seconds after it was set. */
async function isOnDisk(profile: string, item: string): Promise<boolean> {
  const files = await readdir(profile, { recursive: true, withFileTypes: true })
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || !/local ?storage|\/ls\//i.test(path)) continue
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(item)) return true
  }
  return false
}

/** Resolves once the shell is kept, so that the page starts without a line. */
const untilKept = (page: EnginePage) =>
  page.until('the shell is kept on the device', async () => {
    await navigator.serviceWorker.ready
    return (await caches.keys()).some((key) => key.includes('precache')) && navigator.serviceWorker.controller !== null
  })

export async function openWorld(engine: EngineName, program: string, { env, isDark = false }: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), `lapangan-${engine}-`))
  const options = { profile: join(folder, 'profile'), downloads: join(folder, 'downloads'), isDark }
  const pictures = join('test-results', 'engines', engine)
  for (const path of [options.profile, options.downloads, pictures]) await mkdir(path, { recursive: true })
  const server = await startProcess({ env: { LOG_LEVEL: 'warn', ...env } })
  const line = await startProxy(server)
  const browser = await starts[engine](program, options)
  const clients = new Map<Account, Promise<Client>>()
  const world: World = {
    engine,
    server,
    line,
    browser,
    downloads: options.downloads,
    pictures,
    as(account) {
      const client = clients.get(account) ?? signInTo(server.url, account)
      clients.set(account, client)
      return client
    },
    async open(base = line.url) {
      const page = pageOf(await browser.newTab(), base)
      await page.size(1366, 768)
      return page
    },
    async signIn(account, base) {
      const page = await world.open(base)
      await page.go('/login')
      await page.type({ role: 'textbox', name: 'Email' }, accounts[account])
      await page.type({ role: 'textbox', name: 'Password' }, password)
      await page.press('Enter')
      await page.until('signed in', () => location.pathname === '/dashboard')
      await untilKept(page)
      return page
    },
    async killBrowser() {
      for (const end = performance.now() + 30_000; !(await isOnDisk(folder, session)); await pause(100))
        if (performance.now() > end) throw new Error(`${session} never reached the disk`)
      await browser.kill()
      await browser.start()
    },
    async dispose() {
      await browser.stop().catch(() => undefined)
      await line.close()
      await server.dispose()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return world
}
