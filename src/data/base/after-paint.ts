/** Work deferred until the frame is painted. */
import { isVisible } from './visible.ts'

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
