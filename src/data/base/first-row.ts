let resolveFirstRow = (): void => undefined

/** Resolves once the first screen is drawn and the list on it, if there is one, has rows. What it does not need waits for this. */
export const firstRow = new Promise<void>((resolve) => {
  resolveFirstRow = resolve
})

export const markFirstRow = (): void => resolveFirstRow()

/** Removes the snapshot of the last visit that boot.js has put over the page. */
export const dropSnapshot = (): void => document.getElementById('last-frame')?.remove()
