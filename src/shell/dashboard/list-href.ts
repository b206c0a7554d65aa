import { firstPage, formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'

/** URL of a section's filtered list; `at`: path of a view of it. */
export function listHref(section: string, query: Partial<ListQuery>, at?: string): string {
  const wire = Object.entries(formatListQuery({ ...firstPage, ...query })).map(([key, value]) => [key, String(value)])
  return `/${section}/${at ? `${at}/` : ''}list?${new URLSearchParams(wire)}`
}
