import type { ListQuery } from '#contract/kit/list-query.ts'
import { ListKeys, type ListKeysProps } from './list-keys.ts'
import { useNextPage } from './use-next-page.ts'
import type { Rows } from './use-rows.ts'

/** What a list does once there are rows, and no row waits for: it hears its keys, and reads the next page. */
export function AfterRows({ list, query, ...keys }: Omit<ListKeysProps, 'records'> & { list: Rows; query: ListQuery }) {
  useNextPage(list, query)
  return <ListKeys {...keys} records={list.records} />
}
