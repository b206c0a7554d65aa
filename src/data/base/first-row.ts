let resolveFirstRow = (): void => undefined

/** Resolves when the first screen is drawn and its list, if any, has rows. Deferred work waits for it. */
export const firstRow = new Promise<void>((resolve) => {
  resolveFirstRow = resolve
})

export const markFirstRow = (): void => resolveFirstRow()

/** Removes the snapshot of the last visit shown by boot.js. */
export const dropSnapshot = (): void => document.getElementById('last-frame')?.remove()
