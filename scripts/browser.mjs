/**
 * Finds the browsers of the tests. A whole Chromium: CHROME_PATH, an installed one, Playwright's own download, the distribution's
 * package, in this order. Beside it the headless shell of the same distribution, which takes half the processor time.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const wholeNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const shellName = 'chromium-headless-shell'
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
]

const onPath = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

const installed = () => onPath(wholeNames) ?? places.find((path) => existsSync(path))

/** Runs a command to its end; whether it did what it should. Not waited for by other work, as it may take a minute. */
const succeeds = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })

async function fromPlaywright() {
  const { chromium } = await import('playwright')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  await succeeds('npx', ['playwright', 'install', 'chromium'], { timeout: 300_000 })
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

const isAdministrator = () => process.getuid?.() === 0

function apt(...args) {
  const [command = 'apt-get', ...rest] = [...(isAdministrator() ? [] : ['sudo', '-n']), 'apt-get', '-q', ...args]
  return succeeds(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

async function fromDistribution(...packages) {
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages)
  return (await install()) || ((await apt('update')) && (await install()))
}

/** The path of a Chromium; throws with what to do when none can be had. */
export async function findBrowser() {
  const named = process.env.CHROME_PATH
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH is ${named}, but there is nothing`)
  const found = named || installed() || (await fromPlaywright())
  if (found) return found
  // Not every distribution has the shell.
  await ((await fromDistribution('chromium', shellName)) || fromDistribution('chromium'))
  const brought = installed()
  if (!brought) throw new Error('No Chromium found and none could be installed; set CHROME_PATH to one')
  return brought
}

/**
 * The browser for tests that need neither notifications, nor a microphone, nor a worker without tabs: HEADLESS_SHELL_PATH, an installed
 * shell, or the whole browser, which is also taken alone where CHROME_PATH names it. As an administrator, which tests are in a
 * container, brings the shell where the distribution has it.
 */
export async function findShell(browser) {
  if (process.env.HEADLESS_SHELL_PATH || process.env.CHROME_PATH) return process.env.HEADLESS_SHELL_PATH || browser
  const found = onPath([shellName])
  if (found) return found
  if (isAdministrator() && browser === '/usr/bin/chromium') await fromDistribution(shellName)
  return onPath([shellName]) ?? browser
}
