import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Milliseconds for a dialog to close and return the focus before it is unmounted. */
const closingMs = 300

/** Opens a window over the current screen; `draw` gets its unmount callback. */
export function showWindow(draw: (closed: () => void) => ReactNode): void {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const remove = () => {
    root.unmount()
    host.remove()
  }
  root.render(draw(() => setTimeout(remove, closingMs)))
}
