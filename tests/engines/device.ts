/** A person's device: a browser of any engine on a profile that outlives its death. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, accounts, password } from '#tests/support/accounts.ts'
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

export interface EngineDevice {
  readonly browser: EngineBrowser
  /** Folder of what the browser downloads. */
  readonly downloads: string
  /** A new window, at 1366 x 768; `base` is the address of the server. */
  open(base: string): Promise<EnginePage>
  /** Resolves once the session is on the disk: every engine writes it seconds later, and nobody is killed in the second of the sign-in. */
  untilSessionStored(): Promise<void>
  dispose(): Promise<void>
}

const session = 'jwt_access_token'
/** Milliseconds. Firefox ends an install after a minute, and each further one of a slow machine comes after a longer pause. */
const shellWithin = 900_000

async function isOnDisk(folder: string, item: string): Promise<boolean> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || !/local ?storage|\/ls\//i.test(path)) continue
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(item)) return true
  }
  return false
}

/** Resolves when the person is in, while all else of the start goes on. */
export async function signInOn(page: EnginePage, account: Account): Promise<void> {
  await page.go('/login')
  await page.type({ role: 'textbox', name: 'Email' }, accounts[account])
  await page.type({ role: 'textbox', name: 'Password' }, password)
  await page.clickUntil({ role: 'button', name: 'Sign in' }, 'signed in', () => location.pathname === '/dashboard')
}

/** Resolves once the shell is kept, so that the page starts without a network. */
export const untilShellKept = (page: EnginePage) =>
  page.untilWithin(shellWithin, 'the shell is kept on the device', async () => {
    const precache = (await caches.keys()).find((key) => key.includes('precache'))
    if (precache && navigator.serviceWorker.controller?.state === 'activated') return true
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
    const files = precache ? await (await caches.open(precache)).keys() : []
    throw new Error(`workers: ${[installing, waiting, active].map((worker) => worker?.state)}; ${files.length} files kept`)
  })

export type DeviceOptions = Omit<EngineOptions, 'profile' | 'downloads'>

export async function openDevice(engine: EngineName, program: string, device: DeviceOptions = {}): Promise<EngineDevice> {
  const folder = await mkdtemp(join(tmpdir(), `lapangan-${engine}-`))
  const options = { profile: join(folder, 'profile'), downloads: join(folder, 'downloads'), ...device }
  for (const path of [options.profile, options.downloads]) await mkdir(path)
  const browser = await starts[engine](program, options)
  return {
    browser,
    downloads: options.downloads,
    async open(base) {
      const page = pageOf(await browser.newTab(), base)
      await page.size(1366, 768)
      return page
    },
    async untilSessionStored() {
      for (const end = performance.now() + 300_000; !(await isOnDisk(browser.profile, session)); await pause(100))
        if (performance.now() > end) throw new Error(`${session} never reached the disk`)
    },
    async dispose() {
      await browser.stop().catch(() => undefined)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
