import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Sizes an element to the rest of the window below the shell, or with `covers` to all of it, so that its inner parts scroll instead of the
 * page. Of a window with a keyboard it is what that leaves (src/ui/follow-keyboard.ts).
 */
export function useFill(covers: boolean): { ref: RefObject<HTMLDivElement | null>; style: CSSProperties } {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(57)
  useLayoutEffect(() => {
    // A banner of the shell changes the element's offset.
    const read = () => ref.current && !covers && setTop(ref.current.getBoundingClientRect().top - document.body.getBoundingClientRect().top)
    read()
    const watch = new ResizeObserver(read)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [covers])
  if (covers) return { ref, style: { top: 'var(--visible-top)', height: 'var(--visible-height)' } }
  return { ref, style: { height: `calc(var(--visible-top) + var(--visible-height) - ${top}px - var(--bottom-bar))` } }
}
