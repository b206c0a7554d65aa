import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Cards, type CardsProps } from './cards.tsx'

/** Pixels of a card in letters of 100 %, until the first was drawn. */
const height = 64

/** A phone's list that was scrolled far: only the cards near the screen are in the document. */
export function LongCards(props: CardsProps) {
  const { rows } = props
  const top = useRef<HTMLDivElement>(null)
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.row.ref ?? index,
    scrollMargin: top.current?.offsetTop ?? 0,
    overscan: 12,
    // A hidden list, such as behind a record, has no heights.
    measureElement: (element) => element.getBoundingClientRect().height || height,
  })
  const items = virtual.getVirtualItems()
  const from = items[0]?.index ?? 0
  const before = (items[0]?.start ?? 0) - (items[0] ? virtual.options.scrollMargin : 0)
  const after = virtual.getTotalSize() - before - items.reduce((sum, { size }) => sum + size, 0)
  const seen = items.flatMap(({ index }) => rows[index] ?? [])
  return (
    <>
      <div ref={top} />
      <Cards {...props} rows={seen} window={{ from, before, after, measure: virtual.measureElement }} />
    </>
  )
}
