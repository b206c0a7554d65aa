/** Resolves when the page is idle; without browser support, in the next task. */
export const idle = (): Promise<void> => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(() => resolve()))
