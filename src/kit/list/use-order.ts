import { useState } from 'react'
import type { AnyRow, ListTableOptions, Section } from '#contract/kit/section.ts'
import type { ListRow } from './row-tools.ts'

/** Rows in the order a person has just given them, until the server's answer brings the same. */
export function useOrder(section: Section, options: ListTableOptions, rows: readonly ListRow[], allowed: boolean) {
  const [moved, setMoved] = useState<{ of: readonly ListRow[]; rows: readonly ListRow[] } | null>(null)
  const ordered = moved?.of === rows ? moved.rows : rows
  const possible = allowed && section.order !== undefined && options.sort.startsWith(section.order.field)

  function move(from: AnyRow, to: AnyRow) {
    const at = (row: AnyRow) => ordered.findIndex((entry) => entry.row.ref === row.ref)
    const next = [...ordered]
    const [entry] = next.splice(at(from), 1)
    if (entry) next.splice(at(to), 0, entry)
    setMoved({ of: rows, rows: next })
    void import('../actions.ts').then(({ swap }) => swap(section, from, to)).catch(() => setMoved(null))
  }

  return { rows: ordered, move: possible ? move : null }
}
