import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Part of the window not covered by a keyboard, in pixels. */
function useVisible(active: boolean): { top: number; height: number } | null {
  const [visible, setVisible] = useState<{ top: number; height: number } | null>(null)
  useEffect(() => {
    const port = window.visualViewport
    if (!active || !port) return setVisible(null)
    const read = () => setVisible({ top: port.offsetTop, height: port.height })
    read()
    port.addEventListener('resize', read)
    port.addEventListener('scroll', read)
    return () => {
      port.removeEventListener('resize', read)
      port.removeEventListener('scroll', read)
    }
  }, [active])
  return visible
}

/**
 * Sizes an element to the rest of the window below the shell, or with `covers` to all that a phone's keyboard leaves, so that its inner
 * parts scroll instead of the page.
 */
export function useFill(covers: boolean): { ref: RefObject<HTMLDivElement | null>; style: CSSProperties } {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(57)
  const visible = useVisible(covers)
  useLayoutEffect(() => {
    // A banner of the shell changes the element's offset.
    const read = () => ref.current && !covers && setTop(ref.current.getBoundingClientRect().top + scrollY)
    read()
    const watch = new ResizeObserver(read)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [covers])
  if (!covers) return { ref, style: { height: `calc(100dvh - ${top}px - var(--bottom-bar))` } }
  return { ref, style: { top: visible?.top ?? 0, height: visible ? `${visible.height}px` : '100dvh' } }
}
