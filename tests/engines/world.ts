/** A device, a server with demo data, and a network between them that can be cut. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '#tests/support/accounts.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { type NetworkProxy, startProxy } from '#tests/support/proxy.ts'
import { type RunningServer, startProcess } from '#tests/support/server-process.ts'
import { type DeviceOptions, openDevice, signInOn, untilShellKept } from './device.ts'
import type { EngineName } from './engine.ts'
import type { EnginePage } from './page.ts'

export interface World {
  readonly engine: EngineName
  readonly server: RunningServer
  /** Between browser and server. */
  readonly line: NetworkProxy
  /** Folder of what the browser downloads. */
  readonly downloads: string
  /** Folder for pictures of this run. */
  readonly pictures: string
  /** What the run says of a walk behind its name, such as how much it saw. */
  readonly notes: string[]
  /** A client of the API, straight to the server. */
  as(account: Account): Promise<Client>
  /** A new window, at 1366 x 768; `base` is another address than that of the network. */
  open(base?: string): Promise<EnginePage>
  /** A new window in which somebody has signed in, while all else of the start goes on. */
  signIn(account: Account, base?: string): Promise<EnginePage>
  /** The same; resolves once the shell is kept for a start without a network. */
  signInToStay(account: Account, base?: string): Promise<EnginePage>
  /** Pictures of the windows that are open, after a failure. */
  shootAll(name: string): Promise<void>
  /** SIGKILL to the browser of somebody who has signed in, and its start on the same profile. */
  killBrowser(): Promise<void>
  dispose(): Promise<void>
}

export async function openWorld(engine: EngineName, program: string, options?: DeviceOptions): Promise<World> {
  const pictures = join('test-results', 'engines', engine)
  await mkdir(pictures, { recursive: true })
  const server = await startProcess({ env: { LOG_LEVEL: 'warn' }, readyWithin: 900_000 })
  const line = await startProxy(server)
  const device = await openDevice(engine, program, options).catch(async (error) => {
    await Promise.all([line.close(), server.dispose()])
    throw error
  })
  let pages: EnginePage[] = []
  const clients = new Map<Account, Promise<Client>>()
  const world: World = {
    engine,
    server,
    line,
    downloads: device.downloads,
    pictures,
    notes: [],
    as(account) {
      const client = clients.get(account) ?? signInTo(server.url, account)
      clients.set(account, client)
      return client
    },
    async open(base = line.url) {
      const page = await device.open(base)
      pages.push(page)
      return page
    },
    async signIn(account, base) {
      const page = await world.open(base)
      await signInOn(page, account)
      return page
    },
    async signInToStay(account, base) {
      const page = await world.signIn(account, base)
      await untilShellKept(page)
      return page
    },
    async shootAll(name) {
      for (const [at, page] of pages.entries()) await page.shot(`${pictures}/${name}-${at + 1}.png`).catch(() => undefined)
    },
    async killBrowser() {
      pages = []
      await device.untilSessionStored()
      await device.browser.kill()
      await device.browser.start()
    },
    async dispose() {
      await device.dispose()
      await line.close()
      await server.dispose()
    },
  }
  return world
}
