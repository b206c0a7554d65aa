import { useLive } from '#console/data/start/live.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { ListKeys, type ListKeysProps } from '../query/list-keys.ts'
import { useNextPage } from './use-next-page.ts'
import type { Rows } from './use-rows.ts'

interface Props extends Omit<ListKeysProps, 'records'> {
  list: Rows
  query: ListQuery
  live: readonly string[] | undefined
}

const nothing: readonly string[] = []

/** Effects of a list that run after the rows: keys, prefetch of the next page, changes by others. */
export function AfterRows({ list, query, live = nothing, ...keys }: Props) {
  useNextPage(list, query)
  useLive(live)
  return <ListKeys {...keys} records={list.records} />
}
