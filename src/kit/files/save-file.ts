/** Gives a file to the person. No other place makes a download, opens a file or shares one (tests/conformance/files.test.ts). */
import { isWithoutBrowser } from './home-screen-app.ts'
import { savableName } from './savable-name.ts'

/** Milliseconds for a download or a tab to read the content, after the press. */
const lifetimeMs = 60_000

/** Object URL of the content, which ends after a minute. */
export function addressOfContent(content: Blob): string {
  const address = URL.createObjectURL(content)
  setTimeout(() => URL.revokeObjectURL(address), lifetimeMs)
  return address
}

/** 'pressed too long ago': the system wants another press; 'unknown': this device does not share such files. */
export type ShareOutcome = 'done' | 'pressed too long ago' | 'unknown'

/** Hands a file to the system within the press. A person who closes the system's sheet has decided, too. */
export async function shareFile(file: File): Promise<ShareOutcome> {
  if (!navigator.canShare?.({ files: [file] })) return 'unknown'
  try {
    await navigator.share({ files: [file] })
    return 'done'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    // The sheet of an earlier press is still open.
    if (name === 'AbortError' || name === 'InvalidStateError') return 'done'
    return name === 'NotAllowedError' ? 'pressed too long ago' : 'unknown'
  }
}

/** Where `download` is not known, a file of markup must not become a page of ours. */
function download(content: Blob, name: string): void {
  const isPage = /^(?:text\/html|image\/svg|application\/xhtml|text\/xml|application\/xml)/.test(content.type)
  const href = addressOfContent(isPage ? new Blob([content], { type: 'application/octet-stream' }) : content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
}

interface Options {
  /** Shared on any touch screen, not only where nothing can be downloaded: what is for a customer. */
  sharesOnTouch?: boolean
}

/**
 * Saves a file as a browser's download. Without a browser around the console it is shared; where the press is too old for that, or nothing
 * can be shared, a page of ours shows it and has the button. Make the file before the press where it can be.
 */
export async function saveFile(content: Blob, givenName: string, { sharesOnTouch = false }: Options = {}): Promise<void> {
  const file = new File([content], savableName(givenName), { type: content.type })
  const isBare = isWithoutBrowser()
  if (isBare || (sharesOnTouch && matchMedia('(pointer: coarse)').matches)) {
    if ((await shareFile(file)) === 'done') return
  }
  if (!isBare) return download(file, file.name)
  const { showFile } = await import('./file-window.tsx')
  await showFile(file.name, Promise.resolve(file))
}
