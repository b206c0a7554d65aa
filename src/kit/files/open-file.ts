import { isWithoutBrowser } from './home-screen-app.ts'
import { addressOfContent } from './save-file.ts'

interface OpenedFile {
  name: string
  /** What it is shown as; nothing that runs. */
  type: string
  load: () => Promise<Blob>
}

/**
 * Opens a picture or PDF in a tab, which opens with the press: browsers block one that opens later. Without a browser, or where tabs are
 * blocked, a page of ours shows it. `onFail` gets an error after that is closed.
 */
export async function openFile({ name, type, load }: OpenedFile, onFail: (error: unknown) => void): Promise<void> {
  const tab = isWithoutBrowser() ? null : window.open('', '_blank')
  try {
    if (tab) {
      tab.location.href = addressOfContent(new Blob([await load()], { type }))
      return
    }
    const [{ showFile }, content] = [await import('./file-window.tsx'), load()]
    await showFile(
      name,
      content.then((blob) => new File([blob], name, { type })),
    )
  } catch (error) {
    tab?.close()
    onFail(error)
  }
}
