import { useState } from 'react'
import { parseSort, type Sort } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { ListRow } from '../query/row-tools.ts'

/** Rows in the order just given by the person, until the server's response has it. */
export function useOrder(section: Section, sort: Sort | null, rows: readonly ListRow[], allowed: boolean) {
  const [moved, setMoved] = useState<{ of: readonly ListRow[]; rows: readonly ListRow[] } | null>(null)
  const ordered = moved?.of === rows ? moved.rows : rows
  // Rows sorted otherwise cannot be moved.
  const possible = allowed && section.order !== undefined && (sort ?? parseSort(section.list.sort))?.field === section.order.field

  /** All groups share one sequence; only the order within a group changes. */
  const isTogether = (a: AnyRow, b: AnyRow) => section.order?.within === undefined || a[section.order.within] === b[section.order.within]

  function move(from: AnyRow, to: AnyRow) {
    const at = (row: AnyRow) => ordered.findIndex((each) => each.row.ref === row.ref)
    const next = [...ordered]
    const [entry] = next.splice(at(from), 1)
    if (entry) next.splice(at(to), 0, entry)
    setMoved({ of: rows, rows: next })
    void import('../../actions/actions.ts').then(({ swap }) => swap(section, from, to)).catch(() => setMoved(null))
  }

  /** A row dropped among another group moves to the edge of its own. */
  function drop(from: AnyRow, to: AnyRow) {
    const at = (row: AnyRow) => ordered.findIndex((entry) => entry.row.ref === row.ref)
    const [start, end] = [at(from), at(to)]
    const passed = start < end ? ordered.slice(start + 1, end + 1).reverse() : ordered.slice(end, start)
    const place = passed.find((entry) => isTogether(entry.row, from))
    if (place) move(from, place.row)
    else setMoved({ of: rows, rows: [...ordered] })
  }

  /** Rows of the same group. */
  const group = (row: AnyRow) => ordered.flatMap((entry) => (isTogether(entry.row, row) ? [entry.row] : []))

  return { rows: ordered, move: possible ? drop : null, group }
}
