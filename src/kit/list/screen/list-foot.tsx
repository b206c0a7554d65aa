import { Suspense } from 'react'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { BulkEdit, CallButtons, MoreRows } from '../deferred-parts.ts'
import type { Selection } from '../query/selection.ts'
import { nextQuery } from '../rows/next-query.ts'
import { Pagination } from '../rows/pagination.tsx'
import type { Rows } from '../rows/use-rows.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { ListTableProps } from './list-table.tsx'

interface Props extends Pick<ListTableProps, 'section' | 'query' | 'asked' | 'extras' | 'may' | 'bare' | 'onQuery'> {
  list: Rows
  selection: Selection
  isProtected: (row: AnyRow) => boolean
  onDelete: (rows: readonly AnyRow[]) => void
}

/** Below the rows: the pages, on a phone more rows, and the actions for the selected ones. */
export function ListFoot({ section, query, asked, list, selection, extras, may, bare, isProtected, onDelete, onQuery }: Props) {
  const phone = usePhone()
  const { rows } = selection
  const free = rows.filter((row) => !isProtected(row))
  // A phone adds rows below; a link to a later page turns pages.
  const adds = phone && !bare && query.page === 1
  const counts = { size: query.size, total: list.total, least: section.wire.omitTotal, more: list.more }
  return (
    <>
      {adds ? (
        <Suspense fallback={<div className="h-14" />}>
          <MoreRows section={section.name} {...counts} busy={list.busy} onMore={() => onQuery(nextQuery(query, true), true, false)} />
        </Suspense>
      ) : (
        <Pagination
          page={query.page}
          {...counts}
          onPage={(page) => onQuery({ ...query, page })}
          onSize={(size) => onQuery({ ...query, page: 1, size })}
          onIntent={(page) => list.prefetch({ ...asked, page })}
        />
      )}
      {!bare && rows.length > 0 && (
        <Suspense>
          <BulkBar selection={selection} onDelete={may.delete ? () => onDelete(free) : null}>
            <CallButtons section={section} on="selection" rows={rows} />
            {extras.bulk?.(selection)}
            {may.update && section.list.bulkEdit.length > 0 && <BulkEdit section={section} rows={free} onDone={selection.clear} />}
          </BulkBar>
        </Suspense>
      )}
    </>
  )
}
