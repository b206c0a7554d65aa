let resolveFirstRow = (): void => undefined

/** Resolves once the first screen is drawn and the list on it, if there is one, has rows. What it does not need waits for this. */
export const firstRow = new Promise<void>((resolve) => {
  resolveFirstRow = resolve
})

export const markFirstRow = (): void => resolveFirstRow()
