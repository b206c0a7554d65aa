/** When work that is not urgent runs: after the first row, after a frame, or while the page is idle. */
import { isVisible } from './visible.ts'

let resolveFirstRow = (): void => undefined

/** Resolves when the first screen is drawn and its list, if any, has rows. */
export const firstRow = new Promise<void>((resolve) => {
  resolveFirstRow = resolve
})

export const markFirstRow = (): void => resolveFirstRow()

/** Calls `act` after the next paint, or in a later task on a hidden page. Returns a cancel function. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer = setTimeout(act)
  }
  const frame = isVisible() ? requestAnimationFrame(soon) : void soon()
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Resolves when the page is idle; without browser support, in the next task. */
export const idle = (): Promise<void> => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(() => resolve()))
