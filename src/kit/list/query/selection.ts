import { useMemo, useState } from 'react'
import type { AnyRow } from '#contract/kit/section/section.ts'

export interface Selection {
  rows: readonly AnyRow[]
  has: (row: AnyRow) => boolean
  toggle: (row: AnyRow) => void
  /** Selects all rows of this page, or none. */
  all: (on: boolean) => void
  clear: () => void
}

/** Selected rows, kept across pages and cleared when the filter (`scope`) changes: only listed rows are acted upon. */
export function useSelection(page: readonly AnyRow[], scope: string): Selection {
  const [state, setState] = useState<{ scope: string; chosen: ReadonlyMap<string, AnyRow> }>({ scope, chosen: new Map() })
  const chosen = state.scope === scope ? state.chosen : none
  return useMemo(() => {
    const change = (edit: (map: Map<string, AnyRow>) => void) => {
      const map = new Map(chosen)
      edit(map)
      setState({ scope, chosen: map })
    }
    return {
      rows: [...chosen.values()],
      has: (row) => chosen.has(row.ref),
      toggle: (row) => change((map) => (map.has(row.ref) ? map.delete(row.ref) : map.set(row.ref, row))),
      all: (on) =>
        change((map) => {
          for (const row of page) on ? map.set(row.ref, row) : map.delete(row.ref)
        }),
      clear: () => change((map) => map.clear()),
    }
  }, [chosen, page, scope])
}

const none: ReadonlyMap<string, AnyRow> = new Map()
