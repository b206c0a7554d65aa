import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './entries.ts'
import { guessHeight, heightBefore, type Layout } from './sizes.ts'
import { forgetWidths } from './text-width.ts'

/** Closer to the end than this is at the end. */
export const nearEnd = 48
/** Rows that are drawn beyond the window: few at first, so that what is seen is seen soon. */
const [fewBeyond, beyond] = [1, 8]

/** As the list was the last time: near enough for the next. */
let lastHeight = 600
let lastLayout: Layout | null = null

const isWide = () => innerWidth >= 768

/** The same object while nothing of it changes, so that what was measured with it holds. */
function layoutOf(scroller: HTMLElement): Layout {
  const { fontSize, fontFamily } = getComputedStyle(scroller)
  const next = { width: scroller.clientWidth, wide: isWide(), font: `${fontSize} ${fontFamily}` }
  const isSame = lastLayout?.width === next.width && lastLayout.wide === next.wide && lastLayout.font === next.font
  return isSame && lastLayout ? lastLayout : next
}

/** The first one is drawn before there is a list. */
const layout = (): Layout => {
  lastLayout ??= { ...layoutOf(document.body), ...(isWide() && { width: innerWidth / 3 }) }
  return lastLayout
}

/** Where one begins: at what is unread, else at the end. */
function beginningOf(entries: readonly Entry[]): { index: number; align: 'start' | 'end' } {
  const unread = entries.findIndex((entry) => entry.is === 'unread')
  return unread >= 0 ? { index: unread, align: 'start' } : { index: entries.length - 1, align: 'end' }
}

interface Parts {
  entries: readonly Entry[]
  /** There are newer messages than these. */
  newer: boolean
  /** Message to go to; a new object goes there again. */
  target: { ref: string } | null
  /** Ref of what one wrote here last: it is looked at, wherever one was. */
  sent: string | null
}

/** The rows near the window. Older ones come in above without moving what is read; what is written at the end is followed. */
export function useRows({ entries, newer, target, sent }: Parts) {
  const scroller = useRef<HTMLDivElement>(null)
  const [begins] = useState(() => {
    const at = entries.findIndex(({ key }) => key === target?.ref)
    return at >= 0 ? ({ index: at, align: 'center' } as const) : beginningOf(entries)
  })
  const [settled, setSettled] = useState(false)
  // A page that comes in below is read on from where one is; only what is written now is followed.
  const wasNewer = useRef(newer)
  const getScrollElement = useCallback(() => scroller.current, [])
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: entries.length,
    getScrollElement,
    estimateSize: (index) => guessHeight(entries[index], layout()),
    // Whoever scrolls need not wait for each row to be laid out: it is as tall as it was guessed, or is put right in that frame.
    measureElement: (row, entry, own) =>
      entry || !settled ? measureElement(row, entry, own) : guessHeight(entries[own.indexFromElement(row)], layout()),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: settled ? beyond : fewBeyond,
    initialRect: { width: 0, height: lastHeight },
    initialOffset: () =>
      begins.align === 'end'
        ? Math.max(0, heightBefore(entries, begins.index + 1, layout()) - lastHeight)
        : heightBefore(entries, begins.index, layout()) - (begins.align === 'center' ? lastHeight / 2 : 0),
    anchorTo: 'end',
    followOnAppend: !newer && !wasNewer.current,
    scrollEndThreshold: nearEnd,
    paddingEnd: 12,
    useAnimationFrameWithResizeObserver: false,
  })
  useEffect(() => {
    wasNewer.current = newer
  }, [newer])

  useLayoutEffect(() => {
    rows.scrollToIndex(begins.index, { align: begins.align })
    lastHeight = scroller.current?.clientHeight || lastHeight
  }, [rows, begins])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let height = box.clientHeight
    // The panel beside it comes and goes, and a keyboard comes up from below: whoever is at the end stays there.
    const observer = new ResizeObserver(() => {
      lastLayout = layoutOf(box)
      const end = rows.getTotalSize()
      if (box.clientHeight !== height && end - (rows.scrollOffset ?? 0) - height < nearEnd) box.scrollTop = end
      height = box.clientHeight
    })
    observer.observe(box)
    // The same font by name is another one from here on.
    const measureAnew = () => {
      forgetWidths()
      lastLayout = { ...layoutOf(box) }
    }
    document.fonts.addEventListener('loadingdone', measureAnew)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', measureAnew)
    }
  }, [rows])
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSettled(true))
    return () => cancelAnimationFrame(frame)
  }, [])

  const items = rows.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const [arrived, setArrived] = useState(false)
  const goal = Math.min(begins.index, entries.length - 1)
  if (!arrived && settled && first <= goal && goal <= last) setArrived(true)

  const reached = useRef<object | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (!target || reached.current === target) return
    const index = entries.findIndex((entry) => entry.key === target.ref)
    if (index < 0) return
    reached.current = target
    rows.scrollToIndex(index, { align: 'center' })
    setShown(target.ref)
  }, [target, entries, rows])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), 2_500)
    return () => clearTimeout(timer)
  }, [shown])

  const seen = useRef(sent)
  useEffect(() => {
    // It may be kept a moment before it is in the list.
    if (seen.current === sent || !entries.some(({ key }) => key === sent)) return
    seen.current = sent
    rows.scrollToIndex(entries.length - 1, { align: 'end' })
  }, [entries, sent, rows])

  const toEnd = () => requestAnimationFrame(() => rows.scrollToIndex(Math.max(0, rows.options.count - 1), { align: 'end' }))
  return { scroller, rows, items, first, last, arrived, shown, toEnd }
}
