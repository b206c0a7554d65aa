import { ArrowDown, ArrowUp } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { AnyRow } from '#contract/kit/section/section.ts'

interface Props {
  row: AnyRow
  title: string
  rows: readonly AnyRow[]
  onMove: (from: AnyRow, to: AnyRow) => void
}

/** Moves a row up or down without a pointer. */
export function MoveButtons({ row, title, rows, onMove }: Props) {
  const index = rows.findIndex((each) => each.ref === row.ref)
  const [above, below] = [rows[index - 1], rows[index + 1]]
  return (
    <span className="inline-flex">
      <Button
        variant="quiet"
        size="smallIcon"
        repeats
        aria-label={t('list.moveUp', { name: title })}
        disabled={!above}
        onClick={() => above && onMove(row, above)}
      >
        <ArrowUp />
      </Button>
      <Button
        variant="quiet"
        size="smallIcon"
        repeats
        aria-label={t('list.moveDown', { name: title })}
        disabled={!below}
        onClick={() => below && onMove(row, below)}
      >
        <ArrowDown />
      </Button>
    </span>
  )
}
