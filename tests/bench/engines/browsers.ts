/** The engines that are to be had, each in a browser on a new profile, at one server. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChromium } from '#tests/engines/chromium.ts'
import { type EngineBrowser, type EngineName, type EngineOptions, engineNames } from '#tests/engines/engine.ts'
import { startFirefox } from '#tests/engines/firefox.ts'
import { type EnginePage, pageOf } from '#tests/engines/page.ts'
import { startWebkit } from '#tests/engines/webkit.ts'

type Found = { path: string; missing: null } | { path: null; missing: string }
/** As scripts/browser.mjs found them. */
const programs: Partial<Record<EngineName, Found>> = JSON.parse(process.env.ENGINE_PROGRAMS ?? '{}')

const starts: Readonly<Record<EngineName, (program: string, options: EngineOptions) => Promise<EngineBrowser>>> = {
  webkit: startWebkit,
  firefox: startFirefox,
  chromium: startChromium,
}

export interface Visitor {
  engine: EngineName
  version: string
  /** A window of a browser that nobody has used yet; the former one is ended. */
  renew(): Promise<EnginePage>
  dispose(): Promise<void>
}

async function openVisitor(engine: EngineName, program: string, base: string, isDark: boolean, script: string): Promise<Visitor> {
  let folder = ''
  let browser: EngineBrowser | null = null
  const dispose = async () => {
    await browser?.stop().catch(() => undefined)
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const visitor: Visitor = {
    engine,
    version: '',
    async renew() {
      await dispose()
      folder = await mkdtemp(join(tmpdir(), `lapangan-${engine}-`))
      const options = { profile: join(folder, 'profile'), downloads: join(folder, 'downloads'), isDark, ...(script && { script }) }
      for (const path of [options.profile, options.downloads]) await mkdir(path)
      browser = await starts[engine](program, options)
      visitor.version = browser.version
      return pageOf(await browser.newTab(), base)
    },
    dispose,
  }
  return visitor
}

/** Chromium last, as the measure of the others; a line says what is missing. `script` runs in every page before its own. */
export async function openVisitors(base: string, { isDark = false, script = '' } = {}): Promise<Visitor[]> {
  const found = await Promise.all(
    engineNames.map((engine) => {
      const { path, missing } = programs[engine] ?? { path: null, missing: 'not looked for' }
      if (path === null) console.error(`none ${engine}: ${missing}`)
      return path === null ? null : openVisitor(engine, path, base, isDark, script)
    }),
  )
  return found.filter((visitor) => visitor !== null)
}

/** Opens a path; a page that goes on elsewhere of its own aborts it, in Firefox with an error. */
export async function visit(page: EnginePage, path: string): Promise<void> {
  await page.go(path).catch(() => page.go(path))
}
