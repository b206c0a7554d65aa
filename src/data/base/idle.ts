/** Resolves when the page has nothing else to do; where the browser does not say so, with the next task. */
export const idle = (): Promise<void> => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(() => resolve()))
