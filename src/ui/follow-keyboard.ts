/**
 * What a keyboard of the screen leaves of the window (docs/product/messages.md#above-the-keyboard). Safari moves the window behind it and tells `visualViewport` alone, so this is the one
 * place that reads it: theme.css has the lengths that it writes.
 */

export interface Visible {
  /** Pixels of the window above what is visible. */
  top: number
  height: number
}

type Port = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>

/** Pixels: the bar of a keyboard that is plugged into a tablet. */
const leastHidden = 50

/** The last event may come before its numbers are true. */
export const settleMs = 400

const isPinched = ({ scale }: Port) => Math.abs(scale - 1) > 0.01

/**
 * Null without a keyboard. Safari's numbers are old for a while when one closes, so there is none where nobody types. While fingers zoom,
 * the port says what they look at, and the layout stays as it was `before`.
 */
export function readVisible(port: Port, windowHeight: number, isTyping: boolean, before: Visible | null): Visible | null {
  if (!isTyping || windowHeight - port.height * port.scale < leastHidden) return null
  return isPinched(port) ? before : { top: port.offsetTop, height: port.height }
}

const typed = 'input, textarea, select, [contenteditable="true"]'
/** What lies above the keyboard by itself, so that the page need not be moved for it. */
const lifted = '[data-covers], [data-composer], [role=dialog], [role=alertdialog]'

/** Keeps the lengths of what is visible on the root element, and undoes what Safari moves the page by. Called once. */
export function followKeyboard(): void {
  const port = window.visualViewport
  if (!port) return
  const { documentElement: html } = document
  let visible: Visible | null = null
  let isLifted = false
  /** Where the page was scrolled to before the keyboard came. */
  let scrolled = window.scrollY
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = (name: string, value: string | null) => html.style.setProperty(name, value ?? '')
  const windowHeight = () => Math.max(window.innerHeight, html.clientHeight)
  function read(at: VisualViewport) {
    const field = document.activeElement
    const next = readVisible(at, windowHeight(), field?.matches(typed) ?? false, visible)
    if (next) isLifted = field?.closest(lifted) !== null
    if (next?.top === visible?.top && next?.height === visible?.height) return
    visible = next
    html.toggleAttribute('data-keyboard', next !== null)
    write('--visible-top', next && `${next.top}px`)
    write('--visible-height', next && `${next.height}px`)
    write('--keyboard', next && `calc(100% - ${next.top + next.height}px)`)
    // The keyboard lies over the edge that the inset is for.
    write('--safe-bottom', next && '0px')
  }
  function settle(at: VisualViewport) {
    read(at)
    if (isPinched(at)) return
    if (isLifted && window.scrollY !== scrolled) window.scrollTo(window.scrollX, scrolled)
    else if (!visible && at.offsetTop > 0) window.scrollTo(window.scrollX, Math.min(window.scrollY, html.scrollHeight - windowHeight()))
    if (!visible) isLifted = false
  }
  const follow = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => read(port))
    clearTimeout(timer)
    timer = setTimeout(() => settle(port), settleMs)
  }
  const begin = () => {
    if (!visible) scrolled = window.scrollY
    follow()
  }
  for (const type of ['resize', 'scroll']) port.addEventListener(type, follow)
  for (const type of ['pageshow', 'focusout']) window.addEventListener(type, follow)
  window.addEventListener('focusin', begin)
}
