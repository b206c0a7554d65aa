import { CatchBoundary, useRouter } from '@tanstack/react-router'
import { Activity, type ComponentType, Suspense, useEffect, useState } from 'react'
import { firstRow } from '#console/data/base/deferred.ts'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { CrashScreen } from './edge-screens.tsx'

export interface OpenList {
  section: string
  List: ComponentType<{ search: ListSearch; at?: string | undefined }>
  search: ListSearch
  /** Path of the view, where it is not the section's list. */
  at?: string | undefined
}

const isSame = (a: OpenList, b: OpenList) => a.List === b.List && a.at === b.at && JSON.stringify(a.search) === JSON.stringify(b.search)

/**
 * A section's list stays mounted, hidden, while one of its records is open, so that returning restores rows, position and selection.
 * `list`: null off a list; `path`: the displayed one.
 */
export function PersistentList({ list, path }: { list: OpenList | null; path: string }) {
  const router = useRouter()
  useEffect(() => {
    let stop: () => void = () => undefined
    let isOver = false
    void firstRow
      .then(() => import('./kept-place.ts'))
      .then(({ keepPlace }) => {
        if (!isOver) stop = keepPlace(router)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  }, [router])
  const [open, setOpen] = useState(list)
  // The same location needs no render: a list renders itself when its rows or language change.
  const current = list && !(open && isSame(open, list)) ? list : open
  if (current !== open) setOpen(current)
  if (!current || !(list || path.startsWith(`/${current.section}/`))) return null
  return (
    <Activity mode={list ? 'visible' : 'hidden'}>
      <CatchBoundary getResetKey={() => current.section} errorComponent={CrashScreen}>
        <Suspense>
          <current.List key={current.section} search={current.search} at={current.at} />
        </Suspense>
      </CatchBoundary>
    </Activity>
  )
}
