/** Milliseconds for a tab or download to read the content. */
const lifetimeMs = 60_000

/** Object URL of the content with this file type. */
export function addressOfContent(content: Blob, type: string): string {
  const address = URL.createObjectURL(new Blob([content], { type }))
  setTimeout(() => URL.revokeObjectURL(address), lifetimeMs)
  return address
}

/**
 * Opens a call's content in a tab, which opens with the press: browsers block one that opens later. `failed` gets an error after the tab is
 * closed.
 */
export async function openContent(load: () => Promise<Blob>, type: string, failed: (error: unknown) => void): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const address = addressOfContent(await load(), type)
    if (tab) tab.location.href = address
    else location.assign(address)
  } catch (error) {
    tab?.close()
    failed(error)
  }
}
