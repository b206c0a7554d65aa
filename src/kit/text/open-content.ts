/** Long enough for a tab or a download to have taken the content. */
const lifetimeMs = 60_000

/** The content under an address of this page, as this type of file. */
export function addressOfContent(content: Blob, type: string): string {
  const address = URL.createObjectURL(new Blob([content], { type }))
  setTimeout(() => URL.revokeObjectURL(address), lifetimeMs)
  return address
}

/**
 * What a call gives out, in a tab of its own, which opens with the press, because one that opens later is taken for an unwanted one.
 * `failed` is told of an error once the tab is closed again.
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
