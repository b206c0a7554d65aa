/** Firefox by WebDriver BiDi, which it speaks itself. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bidi, connectBidi } from './bidi.ts'
import { collect, type EngineBrowser, type EngineOptions, surroundings, type Tab } from './engine.ts'
import { type ProcessGroup, spawnGroup } from './process-group.ts'

const startWithin = 300_000

/** A browser that asks nothing, fetches nothing of its own, and starts after a kill as if it had been closed. */
const preferences = ({ downloads, isDark = false, isPrivate = false }: EngineOptions) => ({
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.newtabpage.enabled': false,
  'browser.privatebrowsing.autostart': isPrivate,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  // Its remote control turns it off.
  'fission.bfcacheInParent': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.serverURL': '',
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'intl.accept_languages': 'en-GB, en',
  'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
  'media.autoplay.default': 0,
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.prefetch-next': false,
  'permissions.default.desktop-notification': 1,
  'pdfjs.disabled': false,
  'security.sandbox.content.level': 0,
  'services.settings.server': 'data:,',
  'signon.autofillForms': false,
  'signon.rememberSignons': false,
  'telemetry.enabled': false,
  'toolkit.startup.max_resumed_crashes': -1,
})

interface Session {
  group: ProcessGroup
  bidi: Bidi
  version: string
}

async function openSession(program: string, options: EngineOptions): Promise<Session> {
  const { profile, script = '' } = options
  const lines = Object.entries(preferences(options)).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), `${lines.join('\n')}\n`)
  // Without a sound card it plays nothing at all.
  await writeFile(join(profile, '.asoundrc'), 'pcm.!default { type null }\nctl.!default { type null }\n')
  const args = ['--headless', '--profile', profile, '--new-instance', '--no-remote', '--remote-debugging-port', '0', 'about:blank']
  const env = { ...process.env, ...surroundings, MOZ_CRASHREPORTER_DISABLE: '1', MOZ_REMOTE_SETTINGS_DEVTOOLS: '1', HOME: profile }
  const group = spawnGroup(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Firefox does not answer within ${startWithin} ms`)), startWithin)
    let written = ''
    group.child.stderr?.on('data', (chunk) => {
      written = (written + chunk).slice(-4_000)
      const [, found] = written.match(/WebDriver BiDi listening on (ws:\/\/\S+)/) ?? []
      if (!found) return
      clearTimeout(late)
      resolve(found)
    })
    group.child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${written}`)))
  })
  const bidi = await connectBidi(`${address}/session`)
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
  })
  await bidi.send('script.addPreloadScript', { functionDeclaration: `() => { ${collect};${script} }` })
  return { group, bidi, version: capabilities.browserVersion }
}

interface Evaluated {
  type: 'success' | 'exception'
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

function tabOf(bidi: Bidi, context: string): Tab {
  return {
    async navigate(url) {
      // A page that goes somewhere by itself in the same moment ends our way there.
      for (let round = 1; ; round++) {
        try {
          return void (await bidi.send('browsingContext.navigate', { context, url, wait: 'interactive' }))
        } catch (error) {
          if (round === 3 || !/NS_BINDING_ABORTED|navigation canceled/i.test(String(error))) throw error
        }
      }
    },
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'interactive' })),
    traverse: async (delta) => void (await bidi.send('browsingContext.traverseHistory', { context, delta })),
    async call(text) {
      const { type, result, exceptionDetails } = await bidi.send<Evaluated>('script.callFunction', {
        functionDeclaration: text,
        awaitPromise: true,
        target: { context },
        userActivation: false,
      })
      if (type === 'exception') throw new Error(exceptionDetails?.text)
      return String(result?.value)
    },
    perform: async (device, steps) => {
      const parameters = device === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}
      await bidi.send('input.performActions', { context, actions: [{ type: device, id: device, ...parameters, actions: steps }] })
    },
    picture: async () => Buffer.from((await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
    resize: async (width, height) => void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  }
}

export async function startFirefox(program: string, options: EngineOptions): Promise<EngineBrowser> {
  let session = await openSession(program, options)
  return {
    profile: options.profile,
    version: session.version,
    async newTab() {
      const { context } = await session.bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
      return tabOf(session.bidi, context)
    },
    kill: () => session.group.kill(),
    async start() {
      session = await openSession(program, options)
    },
    stop: () => session.group.kill(),
  }
}
