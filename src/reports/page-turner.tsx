import { Suspense } from 'react'
import { Pagination } from '#console/kit/list/rows/pagination.tsx'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'

interface PageTurnerProps {
  list: ListQuery
  page: Page<unknown> | undefined
  onList: (next: Partial<ListQuery>) => void
}

/** Below the rows of a report, where they may fill more than one page. */
export function PageTurner({ list, page, onList }: PageTurnerProps) {
  if (!page || page.total_record <= Math.min(10, list.size)) return null
  return (
    <div className="border-t print:hidden">
      <Suspense fallback={<div className="h-14" />}>
        <Pagination
          page={list.page}
          size={list.size}
          total={page.total_record}
          more={0}
          onPage={(next) => onList({ page: next })}
          onSize={(size) => onList({ size })}
          onIntent={() => undefined}
        />
      </Suspense>
    </div>
  )
}
