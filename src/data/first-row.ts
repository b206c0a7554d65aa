let resolveFirstRow = (): void => undefined

/** Resolves once the first screen is drawn and the list on it, if there is one, has rows. What it does not need waits for this. */
export const firstRow = new Promise<void>((resolve) => {
  resolveFirstRow = resolve
})

export const markFirstRow = (): void => resolveFirstRow()

/** The picture of the last visit, which boot.js has put over the page, makes way for the page itself. */
export const dropSnapshot = (): void => document.getElementById('last-frame')?.remove()
