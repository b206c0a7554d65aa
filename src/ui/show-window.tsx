import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Milliseconds in which a dialog closes and gives the focus back; only then may it go. */
const closingMs = 300

/** Draws a window over whatever is there; what `draw` gets takes it away, once it has closed. */
export function showWindow(draw: (closed: () => void) => ReactNode): void {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const remove = () => {
    root.unmount()
    host.remove()
  }
  root.render(draw(() => setTimeout(remove, closingMs)))
}
