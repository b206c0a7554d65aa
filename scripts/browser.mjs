/**
 * Finds the browsers of the tests. A whole Chromium: CHROME_PATH, an installed one, Playwright's own download, the distribution's
 * package, in this order. Beside it the headless shell of the same distribution, which takes half the processor time. The two other
 * engines are named (FIREFOX_PATH, WEBKIT_DRIVER_PATH), installed, or the distribution's.
 */
import { spawn, spawnSync } from 'node:child_process'
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

const firefoxNames = ['firefox-esr', 'firefox']
const firefoxPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe']
const firefoxPackage = 'firefox-esr'

const webkitDriver = 'WebKitWebDriver'
const webkitPackages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb']
/** The distribution's own Python: another one does not have the bindings of its packages. */
const systemPython = '/usr/bin/python3'
const loadsWebkit = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"

/** What the window of WebKit needs beside its driver and is not there; null where all is. */
function lacksForWebkit() {
  if (spawnSync(systemPython, ['-c', loadsWebkit], { stdio: 'ignore' }).status !== 0) return `${systemPython} has no WebKit2 4.1 (gi)`
  return process.env.DISPLAY || onPath(['Xvfb']) ? null : 'no display and no Xvfb'
}

/**
 * An engine's program, or why it is not to be had; nothing is thrown, as a run goes on without it.
 * @typedef {{ path: string, missing: null } | { path: null, missing: string }} Found
 */

/** @returns {Promise<Found>} Firefox, whose page is driven by WebDriver BiDi. `mayInstall`: whether to ask the distribution for it. */
export async function findFirefox({ mayInstall = isAdministrator() } = {}) {
  const named = process.env.FIREFOX_PATH
  if (named) return existsSync(named) ? { path: named, missing: null } : { path: null, missing: `FIREFOX_PATH is ${named}: nothing there` }
  const find = () => onPath(firefoxNames) ?? firefoxPlaces.find((each) => existsSync(each))
  if (!find() && mayInstall && onPath(['apt-get'])) await fromDistribution(firefoxPackage)
  const path = find()
  return path ? { path, missing: null } : { path: null, missing: `not installed (${firefoxPackage}, or FIREFOX_PATH)` }
}

/** @returns {Promise<Found>} The WebDriver of WebKitGTK, with all that its window needs. `mayInstall`: as above. */
export async function findWebkit({ mayInstall = isAdministrator() } = {}) {
  const named = process.env.WEBKIT_DRIVER_PATH
  if (named && !existsSync(named)) return { path: null, missing: `WEBKIT_DRIVER_PATH is ${named}: nothing there` }
  const find = () => named || onPath([webkitDriver])
  if ((!find() || lacksForWebkit()) && mayInstall && onPath(['apt-get'])) await fromDistribution(...webkitPackages)
  const path = find()
  const lacking = path ? lacksForWebkit() : `not installed (${webkitPackages.join(' ')}, or WEBKIT_DRIVER_PATH)`
  return path && !lacking ? { path, missing: null } : { path: null, missing: lacking ?? '' }
}

/** What is found of the three, by name. `mayInstall`: see above. @returns {Promise<Record<'webkit' | 'firefox' | 'chromium', Found>>} */
export async function findEngines({ mayInstall = isAdministrator() } = {}) {
  // One after the other: the distribution installs one thing at a time.
  const webkit = await findWebkit({ mayInstall })
  const firefox = await findFirefox({ mayInstall })
  const chromium = await findBrowser().then(
    (path) => ({ path, missing: null }),
    (error) => ({ path: null, missing: error.message }),
  )
  return { webkit, firefox, chromium }
}
