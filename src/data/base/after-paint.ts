/** Work that is deferred until the current frame is painted. */
import { isVisible } from './visible.ts'

/** Calls `act` after the next paint, or in a later task where the page is hidden. Returns a function that cancels it. */
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
