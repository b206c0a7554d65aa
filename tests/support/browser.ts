/** A browser on its own profile that can be killed and restarted on it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from '@playwright/test'

/** The browser's own pages, which are invisible but use as much processor time as the console. */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI']

/** Flags that Playwright sets itself: the browser takes only the last one. */
const unwanted = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

export const browserFlags = [
  '--no-sandbox',
  `--disable-features=${[...unwanted, ...ownPages].join()}`,
  // All pages are of one origin; a spare process would be wasted.
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
  /** Folder of the profile. */
  readonly profile: string
  /**
   * Closes the only page of an origin and resolves once this item of its local storage is on disk: Chromium writes it then, otherwise
   * seconds later. A person is not killed in the second of sign-in. Throws after 30 s.
   */
  leave(page: Page, item: string): Promise<void>
  /** SIGKILL to the browser and all children. Nothing is flushed or closed. */
  killHard(): Promise<void>
  /** Restarts on the profile as it was killed. */
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

/** Browser process of a profile; children share its process group. */
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

export async function openBrowser(
  executablePath: string | undefined,
  options: BrowserContextOptions & Pick<LaunchOptions, 'ignoreDefaultArgs'>,
): Promise<KillableBrowser> {
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
