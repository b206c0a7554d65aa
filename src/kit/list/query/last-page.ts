import type { ListQuery } from '#contract/kit/field/list-query.ts'

/** The last page with records, for a list whose page `query.page` is empty. At least 1. */
export function lastPage(total: number, { page, size }: Pick<ListQuery, 'page' | 'size'>): number {
  return Math.max(1, Math.min(page - 1, Math.ceil(total / size)))
}
