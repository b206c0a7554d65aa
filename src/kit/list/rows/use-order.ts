import { useState } from 'react'
import { parseSort, type Sort } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { ListRow } from '../query/row-tools.ts'

/** Rows in the order a person has just given them, until the server's answer brings the same. */
export function useOrder(section: Section, sort: Sort | null, rows: readonly ListRow[], allowed: boolean) {
  const [moved, setMoved] = useState<{ of: readonly ListRow[]; rows: readonly ListRow[] } | null>(null)
  const ordered = moved?.of === rows ? moved.rows : rows
  // Rows that stand in another order cannot be moved in this one.
  const possible = allowed && section.order !== undefined && (sort ?? parseSort(section.list.sort))?.field === section.order.field

  /** The rows are one after the other, whatever group they are of; a group's own order is all that changes. */
  const isTogether = (a: AnyRow, b: AnyRow) => section.order?.within === undefined || a[section.order.within] === b[section.order.within]

  function move(from: AnyRow, to: AnyRow) {
    const at = (row: AnyRow) => ordered.findIndex((each) => each.row.ref === row.ref)
    const next = [...ordered]
    const [entry] = next.splice(at(from), 1)
    if (entry) next.splice(at(to), 0, entry)
    setMoved({ of: rows, rows: next })
    void import('../../actions/actions.ts').then(({ swap }) => swap(section, from, to)).catch(() => setMoved(null))
  }

  /** Dropped among another group, a row goes as far as its own reaches. */
  function drop(from: AnyRow, to: AnyRow) {
    const at = (row: AnyRow) => ordered.findIndex((entry) => entry.row.ref === row.ref)
    const [start, end] = [at(from), at(to)]
    const passed = start < end ? ordered.slice(start + 1, end + 1).reverse() : ordered.slice(end, start)
    const place = passed.find((entry) => isTogether(entry.row, from))
    if (place) move(from, place.row)
    else setMoved({ of: rows, rows: [...ordered] })
  }

  /** Those that the row changes places with. */
  const group = (row: AnyRow) => ordered.flatMap((entry) => (isTogether(entry.row, row) ? [entry.row] : []))

  return { rows: ordered, move: possible ? drop : null, group }
}
