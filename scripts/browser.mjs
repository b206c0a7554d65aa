// Finds a Chromium for tests: CHROME_PATH, an installed one, Playwright's own download, the distribution's package, in this order.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
]

function installed() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...places].find((path) => existsSync(path))
}

async function fromPlaywright() {
  const { chromium } = await import('playwright')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function fromDistribution() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args]
    return spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium') ? installed() : undefined
}

/** The path of a Chromium; throws with what to do when none can be had. */
export async function findBrowser() {
  const named = process.env.CHROME_PATH
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH is ${named}, but there is nothing`)
  const found = named ?? installed() ?? (await fromPlaywright()) ?? fromDistribution()
  if (!found) throw new Error('No Chromium found and none could be installed; set CHROME_PATH to one')
  return found
}
