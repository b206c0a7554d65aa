import { CatchBoundary } from '@tanstack/react-router'
import { Activity, type ComponentType, Suspense, useState } from 'react'
import type { ListSearch } from '#console/kit/list/search.ts'
import { CrashScreen } from './edge-screens.tsx'

export interface OpenList {
  section: string
  List: ComponentType<{ search: ListSearch }>
  search: ListSearch
}

/**
 * The list of a section stays, out of sight, while one of its records is open, so that going back finds it as it was:
 * rows, place and selection. `list` is null off a list; `path` is the one that is shown.
 */
export function KeptList({ list, path }: { list: OpenList | null; path: string }) {
  const [kept, setKept] = useState(list)
  const isOpen = list !== null
  if (list && (kept?.List !== list.List || kept.search !== list.search)) setKept(list)
  const held = list ?? (path.startsWith(`/${kept?.section}/`) ? kept : null)
  if (!held) return null
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>
      <CatchBoundary getResetKey={() => held.section} errorComponent={CrashScreen}>
        <Suspense>
          <held.List key={held.section} search={held.search} />
        </Suspense>
      </CatchBoundary>
    </Activity>
  )
}
