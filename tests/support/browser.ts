/** A browser on a profile of its own that can be killed the hard way and started again on the same profile. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'

/** Of the browser's own window: pages that nobody sees, and that take as much processor time as the console. */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI']

/** What Playwright switches off itself: of this flag the browser takes the last one alone. */
const unwanted = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

export const browserFlags = [
  '--no-sandbox',
  `--disable-features=${[...unwanted, ...ownPages].join()}`,
  // All that is opened is of one origin; a spare process for another one is work for nothing.
  '--disable-site-isolation-trials',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
]

export interface KillableBrowser {
  context: BrowserContext
  /** The folder of its profile. */
  readonly profile: string
  /**
   * Closes the only page of an origin and resolves once this item of its local storage is on the disk: Chromium writes it then,
   * otherwise some seconds later, or many. A person who just signed in is not killed in the same second. Throws after 30 s.
   */
  leave(page: Page, item: string): Promise<void>
  /** SIGKILL to the browser and all its children. Nothing is flushed, nothing is closed. */
  killHard(): Promise<void>
  /** Starts again on the profile as the kill left it. */
  relaunch(): Promise<BrowserContext>
  dispose(): Promise<void>
}

function processes(): { pid: number; args: string }[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.flatMap((pid) => {
      try {
        return [{ pid: Number(pid), args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
      } catch {
        return [] // ended meanwhile
      }
    })
  }
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), args: line }))
}

/** The browser process of a profile; its children belong to the same process group. */
function browserOf(profile: string): number {
  const found = processes().find(({ args }) => args.includes(`--user-data-dir=${profile}`) && !args.includes('--type='))
  if (!found) throw new Error(`no browser runs on ${profile}`)
  return found.pid
}

function isStored(profile: string, item: string): boolean {
  const folder = join(profile, 'Default/Local Storage/leveldb')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.some((name) => /\.(log|ldb)$/.test(name) && readFileSync(join(folder, name)).includes(item))
}

export async function openBrowser(executablePath: string | undefined, options: BrowserContextOptions): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'lapangan-profile-'))
  const launch = () =>
    chromium.launchPersistentContext(profile, { ...options, executablePath: executablePath ?? '', headless: true, args: browserFlags })
  const browser: KillableBrowser = {
    context: await launch(),
    profile,
    async leave(page, item) {
      await page.close()
      for (let round = 0; !isStored(profile, item); round++) {
        if (round === 300) throw new Error(`${item} never reached the disk`)
        await pause(100)
      }
    },
    async killHard() {
      const closed = new Promise((resolve) => browser.context.once('close', resolve))
      process.kill(-browserOf(profile), 'SIGKILL')
      await closed
    },
    async relaunch() {
      browser.context = await launch()
      return browser.context
    },
    async dispose() {
      await browser.context.close().catch(() => undefined)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return browser
}
