import { firstPage, formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'

/** URL of a section's filtered list. */
export function listHref(section: string, query: Partial<ListQuery>): string {
  const wire = Object.entries(formatListQuery({ ...firstPage, ...query })).map(([key, value]) => [key, String(value)])
  return `/${section}/list?${new URLSearchParams(wire)}`
}
