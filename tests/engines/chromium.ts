/** Chromium by the same interface, on the browser that the other tests have. */
import type { BrowserContext, Page } from '@playwright/test'
import { openBrowser } from '#tests/support/browser.ts'
import { collect, type EngineBrowser, type EngineOptions, type Step, surroundings, type Tab } from './engine.ts'

/** Code points that WebDriver has for keys without a character. */
const keyNames: Readonly<Record<string, string>> = {
  '\uE003': 'Backspace',
  '\uE004': 'Tab',
  '\uE007': 'Enter',
  '\uE008': 'Shift',
  '\uE009': 'Control',
  '\uE00C': 'Escape',
  '\uE010': 'End',
  '\uE011': 'Home',
  '\uE012': 'ArrowLeft',
  '\uE013': 'ArrowUp',
  '\uE014': 'ArrowRight',
  '\uE015': 'ArrowDown',
}

async function take({ mouse, keyboard }: Page, step: Step): Promise<void> {
  switch (step.type) {
    case 'pointerMove':
      return mouse.move(step.x, step.y)
    case 'pointerDown':
      return mouse.down()
    case 'pointerUp':
      return mouse.up()
    case 'keyDown':
      // A character that no key has is typed as a keyboard of a phone does.
      if (!(step.value in keyNames) && step.value.charCodeAt(0) > 126) return keyboard.insertText(step.value)
      return keyboard.down(keyNames[step.value] ?? step.value)
    case 'keyUp':
      return step.value in keyNames || step.value.charCodeAt(0) <= 126 ? keyboard.up(keyNames[step.value] ?? step.value) : undefined
  }
}

function tabOf(page: Page): Tab {
  return {
    navigate: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    traverse: async (delta) => {
      await (delta < 0 ? page.goBack({ waitUntil: 'commit' }) : page.goForward({ waitUntil: 'commit' }))
    },
    call: async (text) => String(await page.evaluate(`(${text})()`)),
    async perform(_, steps) {
      for (const step of steps) await take(page, step)
    },
    picture: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  }
}

/** The profile is a folder of the browser's own, which survives `kill` as well. */
export async function startChromium(program: string, { isDark = false, script = '' }: EngineOptions): Promise<EngineBrowser> {
  const browser = await openBrowser(program, {
    viewport: { width: 1366, height: 768 },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: surroundings.TZ,
    permissions: ['microphone', 'notifications'],
    // Playwright forbids it; a page that is left is kept for Back, as in the other engines.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const prepare = (context: BrowserContext) => {
    context.on('page', (page) => page.on('dialog', (dialog) => dialog.accept().catch(() => undefined)))
    return context.addInitScript(`${collect};${script}`)
  }
  await prepare(browser.context)
  return {
    profile: browser.profile,
    version: browser.context.browser()?.version() ?? '',
    newTab: async () => tabOf(await browser.context.newPage()),
    kill: () => browser.killHard(),
    start: async () => void (await prepare(await browser.relaunch())),
    stop: () => browser.dispose(),
  }
}
