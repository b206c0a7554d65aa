import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { availableField } from '../../form/values/available-field.ts'
import { choiceLabel } from '../../text/labels.ts'
import type { Column } from '../query/columns.ts'
import { headOf } from '../query/head-of.ts'
import { cellOf } from './cell.tsx'

interface Props {
  section: Section
  column: Column
  row: AnyRow
  title: string
}

/**
 * Edits a choice in its cell (docs/product/lists.md#table): a native select lies over the usual badge. The change goes through the outbox,
 * so the row is marked until it is sent.
 */
export function InlineSelect({ section, column, row, title }: Props) {
  const sending = useRef(false)
  const { name } = column
  const field = availableField(section.fields, name, row[name])
  const value = toText(row[name])
  if (!field) return cellOf(column, row)
  return (
    <span className="relative inline-flex min-w-0 items-center gap-1 rounded-md hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-ring touch:min-h-11">
      <span aria-hidden="true" className="min-w-0 truncate">
        {cellOf(column, row)}
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={`${headOf(column)}: ${title}`}
        value={value}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          const next = (field.values ?? []).find((each) => String(each) === chosen) ?? null
          // Each key press changes it, and disabling would drop its focus.
          if (sending.current) return
          sending.current = true
          void import('../../actions/actions.ts')
            .then(({ setValues }) => setValues(section, row, { [name]: next }))
            .finally(() => {
              sending.current = false
            })
        }}
      >
        {(!field.required || value === '') && <option value="">–</option>}
        {(field.values ?? []).map((each) => (
          <option key={each} value={each}>
            {choiceLabel(each, field)}
          </option>
        ))}
      </select>
    </span>
  )
}
