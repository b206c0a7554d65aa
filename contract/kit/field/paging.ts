/** Paging envelope of lists (docs/product/lists.md#paging-envelope). */

export const defaultPage = 1
export const defaultSize = 10
/** Maximum page size; used by the sales user list (docs/product/lists.md#paging-envelope). */
export const maxSize = 100_000

export interface Paging {
  current_page: number
  page_size: number
  /** The next page, or 0 on the last. */
  next_page: number
  total_page: number
  total_record: number
}

export interface Page<Row> extends Paging {
  data: Row[]
}

export function page<Row>(data: Row[], number: number, size: number, total: number): Page<Row> {
  const pages = Math.ceil(total / size)
  return { data, current_page: number, page_size: size, next_page: number < pages ? number + 1 : 0, total_page: pages, total_record: total }
}

export function emptyPage<Row>(size = defaultSize): Page<Row> {
  return page<Row>([], defaultPage, size, 0)
}
