/** What can wait until the person sees what they asked for. */
import { isVisible } from './visible.ts'

/** Acts once what was drawn last stands on the screen, soon where nobody looks. What it returns calls it off. */
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
