import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './entries.ts'
import { guessHeight, heightBefore, type Layout } from './sizes.ts'
import { forgetWidths } from './text-width.ts'

/** Pixels; closer than this is at the end. */
export const nearEnd = 48
/** Rows drawn beyond the viewport: few at first, for a fast first paint. */
const [fewBeyond, beyond] = [1, 8]

/** Last height of a list, as an estimate for the next. */
let lastHeight = 600
let lastLayout: Layout | null = null

const isWide = () => innerWidth >= 768

/** The same object while nothing changes, so that measurements with it stay valid. */
function layoutOf(scroller: HTMLElement): Layout {
  const { fontSize, fontFamily } = getComputedStyle(scroller)
  const next = { width: scroller.clientWidth, wide: isWide(), font: `${fontSize} ${fontFamily}` }
  const isSame = lastLayout?.width === next.width && lastLayout.wide === next.wide && lastLayout.font === next.font
  return isSame && lastLayout ? lastLayout : next
}

/** The first render precedes the list's element. */
const layout = (): Layout => {
  lastLayout ??= { ...layoutOf(document.body), ...(isWide() && { width: innerWidth / 3 }) }
  return lastLayout
}

/** Start position: the unread marker, else the end. */
function beginningOf(entries: readonly Entry[]): { index: number; align: 'start' | 'end' } {
  const unread = entries.findIndex((entry) => entry.is === 'unread')
  return unread >= 0 ? { index: unread, align: 'start' } : { index: entries.length - 1, align: 'end' }
}

interface Parts {
  entries: readonly Entry[]
  /** Newer messages are not loaded. */
  newer: boolean
  /** Message to scroll to; a new object scrolls again. */
  target: { ref: string } | null
  /** Ref of the last message sent here, which is scrolled to. */
  sent: string | null
}

/** Rows near the viewport. Older ones are added above without shifting; new messages at the end are followed. */
export function useRows({ entries, newer, target, sent }: Parts) {
  const scroller = useRef<HTMLDivElement>(null)
  const [begins] = useState(() => {
    const at = entries.findIndex(({ key }) => key === target?.ref)
    return at >= 0 ? ({ index: at, align: 'center' } as const) : beginningOf(entries)
  })
  const [settled, setSettled] = useState(false)
  // A page added below keeps the position; only new messages are followed.
  const wasNewer = useRef(newer)
  const getScrollElement = useCallback(() => scroller.current, [])
  // From the start position on, estimates stay: those of another font or width would move what is being read.
  const fixed = useRef<Layout | null>(null)
  const estimate = (index: number) => guessHeight(entries[index], fixed.current ?? layout())
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: entries.length,
    getScrollElement,
    estimateSize: estimate,
    measureElement: (row, entry, own) => {
      const index = own.indexFromElement(row)
      const key = own.options.getItemKey(index)
      // While scrolling, layout of each row is not awaited: it has its last or estimated height, or is corrected in that frame.
      if (!entry && settled) return own.itemSizeCache.get(key) ?? estimate(index)
      const height = measureElement(row, entry, own)
      // The library stores no height that equals the estimate, and a later estimate, in another font, may differ from it.
      if (!own.itemSizeCache.has(key) && own.measurementsCache[index]?.size === height) own.itemSizeCache.set(key, height)
      return height
    },
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
  // The library's own rule leaves a row that is measured again out while a person scrolls up: rows below it would jump.
  rows.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }, _delta, { scrollOffset, itemSizeCache }) =>
    itemSizeCache.has(key) ? end <= (scrollOffset ?? 0) : start < (scrollOffset ?? 0)
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
    const isNearEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    let wasNearEnd = isNearEnd()
    const note = () => {
      wasNearEnd = isNearEnd()
    }
    // The side panel and a keyboard change its size, and the panel the heights of rows: a person at the end stays there.
    const observer = new ResizeObserver(() => {
      lastLayout = layoutOf(box)
      if (wasNearEnd) box.scrollTop = rows.getTotalSize()
    })
    observer.observe(box)
    box.addEventListener('scroll', note, { passive: true })
    // The font of this name has just been loaded.
    const measureAnew = () => {
      forgetWidths()
      lastLayout = { ...layoutOf(box) }
    }
    document.fonts.addEventListener('loadingdone', measureAnew)
    // Safari does not send it.
    let isOpen = true
    if (document.fonts.status === 'loading') void document.fonts.ready.then(() => isOpen && measureAnew())
    return () => {
      isOpen = false
      observer.disconnect()
      box.removeEventListener('scroll', note)
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
  useEffect(() => {
    if (arrived) fixed.current = layout()
  }, [arrived])

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
    // It may be stored before it is in the list.
    if (seen.current === sent || !entries.some(({ key }) => key === sent)) return
    seen.current = sent
    rows.scrollToIndex(entries.length - 1, { align: 'end' })
  }, [entries, sent, rows])

  const toEnd = () => requestAnimationFrame(() => rows.scrollToIndex(Math.max(0, rows.options.count - 1), { align: 'end' }))
  return { scroller, rows, items, first, last, arrived, shown, toEnd }
}
