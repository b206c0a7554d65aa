import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { useSortable } from '@dnd-kit/react/sortable'
import { GripVertical } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { FrameProps } from '../query/row-tools.ts'
import { Table, type TableProps } from './table.tsx'

function Frame({ id, index, children, className, ...rest }: FrameProps) {
  const { ref, handleRef, isDragging } = useSortable({ id, index })
  return (
    <tr ref={ref} className={`${className} ${isDragging ? 'bg-muted shadow-floating' : ''}`} {...rest}>
      <td className="w-8 border-b ps-2 text-muted-foreground">
        <span
          ref={handleRef}
          aria-hidden="true"
          title={t('filters.drag')}
          className="grid size-control cursor-grab touch-none place-items-center rounded-md hover:bg-muted active:cursor-grabbing"
        >
          <GripVertical className="size-4" />
        </span>
      </td>
      {children}
    </tr>
  )
}

interface Props extends TableProps {
  onMove: (from: AnyRow, to: AnyRow) => void
}

/**
 * Rows that can be dragged. Each row's move buttons do the same without a pointer, so the handle is for pointers only and the library's
 * keyboard dragging, which speaks English only, is left out.
 */
export function OrderTable({ onMove, tools, ...props }: Props) {
  const at = (id: unknown) => props.rows.findIndex((entry) => entry.row.ref === id)
  return (
    <DragDropProvider
      sensors={[PointerSensor]}
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        if (canceled || !source) return
        const from = at(source.id)
        const index = 'index' in source && typeof source.index === 'number' ? source.index : at(target?.id)
        const [moved, place] = [props.rows[from], props.rows[index]]
        if (moved && place && from !== index) onMove(moved.row, place.row)
      }}
    >
      <Table {...props} tools={{ ...tools, frame: Frame }} />
    </DragDropProvider>
  )
}
