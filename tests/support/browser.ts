/** A browser on a profile of its own that can be killed the hard way and started again on the same profile. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'

export const browserFlags = [
  '--no-sandbox',
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

export async function openBrowser(executablePath: string, options: BrowserContextOptions): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'lapangan-profile-'))
  const launch = () => chromium.launchPersistentContext(profile, { ...options, executablePath, headless: true, args: browserFlags })
  const browser: KillableBrowser = {
    context: await launch(),
    profile,
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
