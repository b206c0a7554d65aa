/** WebKitGTK, the engine of Safari without Apple's parts, by the W3C's WebDriver. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/ports.ts'
import { type Display, openDisplay } from './display.ts'
import { collect, type Device, type EngineBrowser, type EngineOptions, surroundings, type Tab } from './engine.ts'
import { type ProcessGroup, spawnGroup } from './process-group.ts'

const window = join(import.meta.dirname, 'webkit-window.py')
const startWithin = 300_000

interface Session {
  group: ProcessGroup
  version: string
  /** The window that it came with, which nobody closes: a session ends with its last one. */
  first: string
  /** One after the other: commands go to one window at a time. */
  command<T>(handle: string, method: string, path: string, body?: unknown): Promise<T>
}

async function openSession(
  driver: string,
  display: Display,
  { profile, downloads, isDark, isPrivate, script: own = '' }: EngineOptions,
): Promise<Session> {
  const script = join(profile, 'collect.js')
  await writeFile(script, `${collect};${own}`)
  const port = await freePort()
  const group = spawnGroup(driver, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...surroundings, DISPLAY: display.name } })
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Error('WebKit: the browser has gone')
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`WebKit, ${path.split('/').slice(3).join('/')}: ${JSON.stringify(value).slice(0, 400)}`)
    return value
  }
  for (const end = performance.now() + startWithin; ; await pause(50)) {
    if (await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)) break
    if (performance.now() > end) throw new Error(`WebKitWebDriver does not answer within ${startWithin} ms`)
  }
  const args = [
    '--profile',
    profile,
    '--downloads',
    downloads,
    '--collect',
    script,
    ...(isDark ? ['--dark'] : []),
    ...(isPrivate ? ['--private'] : []),
  ]
  const { sessionId, capabilities } = await send<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'normal',
        unhandledPromptBehavior: 'accept',
        timeouts: { script: 300_000, pageLoad: 300_000 },
        'webkitgtk:browserOptions': { binary: window, args },
      },
    },
  })
  const inSession = `/session/${sessionId}`
  const first = await send<string>('GET', `${inSession}/window`)
  let current = first
  let last: Promise<unknown> = Promise.resolve()
  return {
    group,
    version: capabilities.browserVersion,
    first,
    command(handle, method, path, body) {
      const next = last.then(async () => {
        if (handle !== current) {
          await send('POST', `${inSession}/window`, { handle })
          current = handle
        }
        return send<never>(method, `${inSession}/${path}`, body)
      })
      last = next.catch(() => undefined)
      return next
    },
  }
}

interface Answer {
  value?: string
  error?: string
}

/**
 * A script that waits (`execute/async`) is never answered where its page is left meanwhile. One that begins the work and others that ask
 * for its result are: the result is gone with the page.
 */
const begin = (id: number, text: string) => `const works = (window.__works = window.__works || {}); works[${id}] = null
  const fail = (error) => { works[${id}] = { error: String(error) + ' ' + ((error && error.stack) || '') } }
  ;(${text})().then((value) => { works[${id}] = { value } }, fail)`
const take = (id: number) => `const works = window.__works || {}
  return ${id} in works ? works[${id}] : { error: 'the page was left' }`
let last = 0

const pointerOf = (device: Device) => (device === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {})

function tabOf(session: () => Session, handle: string): Tab {
  const command = <T>(method: string, path: string, body?: unknown) => session().command<T>(handle, method, path, body)
  return {
    navigate: (url) => command('POST', 'url', { url }),
    reload: () => command('POST', 'refresh', {}),
    traverse: (delta) => command('POST', delta < 0 ? 'back' : 'forward', {}),
    async call(text) {
      last += 1
      const id = last
      await command('POST', 'execute/sync', { script: begin(id, text), args: [] })
      for (; ; await pause(10)) {
        const answer = await command<Answer | null>('POST', 'execute/sync', { script: take(id), args: [] })
        if (!answer) continue
        if (answer.error !== undefined) throw new Error(answer.error)
        return String(answer.value)
      }
    },
    perform: (device, steps) =>
      command('POST', 'actions', { actions: [{ type: device, id: device, ...pointerOf(device), actions: steps }] }),
    picture: async () => Buffer.from(await command<string>('GET', 'screenshot'), 'base64'),
    resize: (width, height) => command('POST', 'window/rect', { x: 0, y: 0, width, height }),
    close: () => command('DELETE', 'window'),
  }
}

export async function startWebkit(driver: string, options: EngineOptions): Promise<EngineBrowser> {
  const display = await openDisplay()
  let session = await openSession(driver, display, options)
  return {
    profile: options.profile,
    version: session.version,
    async newTab() {
      const opened = session
      // From the window that stays: another one may be closed by now.
      const { handle } = await opened.command<{ handle: string }>(opened.first, 'POST', 'window/new', { type: 'window' })
      return tabOf(() => opened, handle)
    },
    kill: () => session.group.kill(),
    async start() {
      session = await openSession(driver, display, options)
    },
    async stop() {
      await session.group.kill()
      display.close()
    },
  }
}
