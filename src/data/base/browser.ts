/** Which engine this browser is, for what is said of it; features are asked of the browser itself. */

/** 'ios': any browser of an iPhone or iPad, which are all WebKit. 'other': Chromium, and what nothing special is said of. */
export type Engine = 'ios' | 'safari' | 'firefox' | 'other'

const isApple = (): boolean => navigator.vendor?.startsWith('Apple') ?? false

export function findEngine(): Engine {
  const { userAgent, maxTouchPoints } = navigator
  const isMac = /Macintosh/.test(userAgent)
  // An iPad names itself a Mac, which has no touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios'
  if (isMac && isApple()) return 'safari'
  // The others say 'like Gecko'.
  return /\bGecko\//.test(userAgent) ? 'firefox' : 'other'
}

/** Opened from the home screen, the Dock or the list of programs. */
export const isInstalled = (): boolean =>
  ('standalone' in navigator && navigator.standalone === true) ||
  matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches

/** How one installs where the browser has no prompt for it: by the share button, or from Safari's menu into the Dock of a Mac. */
export function findInstallMenu(): 'share' | 'dock' | null {
  if (isInstalled()) return null
  const engine = findEngine()
  if (engine === 'ios') return 'share'
  const [, version] = /Version\/(\d+)/.exec(navigator.userAgent) ?? []
  return engine === 'safari' && Number(version) >= 17 ? 'dock' : null
}

/** Milliseconds. */
const patience = 4_000

async function failureOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await Promise.race([work(), new Promise((resolve) => setTimeout(resolve, patience))])
    return null
  } catch (error) {
    return error instanceof Error ? error.name : ''
  }
}

/** Whether a database of the browser takes a value: not on a full disk. */
function keepsValues(): Promise<boolean> {
  const name = 'lapangan-window'
  return new Promise((resolve) => {
    const opening = indexedDB.open(name, 1)
    opening.onerror = () => resolve(false)
    opening.onupgradeneeded = () => opening.result.createObjectStore('values').put(1, 1)
    opening.onsuccess = () => {
      opening.result.close()
      indexedDB.deleteDatabase(name)
      resolve(true)
    }
  })
}

/**
 * Whether this window forgets everything when it is closed, where that is certain: private windows of Firefox and Safari have a database, but
 * no folder of files. Those of Chromium look like any other, and so does a browser that clears its data at its end
 * (docs/offline.md#what-a-browser-forgets).
 */
export async function isPrivateWindow(): Promise<boolean> {
  const { storage } = navigator
  const engine = findEngine()
  if (typeof storage?.getDirectory !== 'function')
    // Until version 111, which had no worker in private windows, either.
    return engine === 'firefox' && isSecureContext && !('serviceWorker' in navigator)
  const failure = await failureOf(() => storage.getDirectory())
  if (engine === 'firefox') return failure === 'SecurityError'
  return isApple() && failure === 'UnknownError' && keepsValues()
}
