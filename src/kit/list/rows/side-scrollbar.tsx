import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import * as look from '../query/classes.ts'

/** Horizontal scrollbar (docs/product/lists.md#table): visible at the lower edge while the table is wider than the screen. */
export function SideScrollbar({ box, watch }: { box: RefObject<HTMLDivElement | null>; watch: number }) {
  const [bar, setBar] = useState({ width: 1, start: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of columns means another width
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element
      setBar({ width: clientWidth / Math.max(scrollWidth, 1), start: Math.abs(scrollLeft) / Math.max(scrollWidth, 1) })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box, watch])

  function drag(event: PointerEvent<HTMLDivElement>) {
    const element = box.current
    const track = event.currentTarget
    if (!element) return
    track.setPointerCapture(event.pointerId)
    const perPixel = element.scrollWidth / Math.max(track.clientWidth, 1)
    const [from, left] = [event.clientX, element.scrollLeft]
    track.onpointermove = (move) => {
      element.scrollLeft = left + (move.clientX - from) * perPixel
    }
    track.onpointerup = () => {
      track.onpointermove = null
    }
  }

  if (bar.width >= 0.999) return null
  return (
    <div className={look.sideScrollbar} onPointerDown={drag} aria-hidden="true" data-side-scrollbar>
      <div
        className="h-full rounded-full bg-foreground/25 hover:bg-foreground/40"
        style={{ width: `${bar.width * 100}%`, marginInlineStart: `${bar.start * 100}%` }}
      />
    </div>
  )
}
