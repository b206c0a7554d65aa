import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Table, type TableProps } from './table.tsx'

/** A long page: only the visible rows are in the document. */
export function LongTable(props: TableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { rows } = props
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) * 16 || 44,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const seen = items.flatMap((item) => rows[item.index] ?? [])
  return <Table {...props} rows={seen} window={{ before, after }} scroller={scroller} />
}
