import type { ListQuery } from '#contract/kit/field/list-query.ts'

/** What comes after the rows: on a phone as many again below them, which doubles, so that scrolling far reads no row often; else a page. */
export function nextQuery(query: ListQuery, phone: boolean): ListQuery {
  if (!phone || query.page > 1) return { ...query, page: query.page + 1 }
  return { ...query, size: query.size < 25 ? 25 : query.size * 2 }
}
