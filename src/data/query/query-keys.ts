/** The one place for query keys. */
import { formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'

export const queryKeys = {
  lists: (section: string) => ['list', section] as const,
  list: (section: string, query: ListQuery) => ['list', section, formatListQuery(query)] as const,
  ones: (section: string) => ['one', section] as const,
  one: (section: string, id: string) => ['one', section, id] as const,
  /** Deleted records are none of the section's lists: a form would take them for records that are there. */
  trash: (section: string) => ['trash', section] as const,
  /** What the rows of a section come to: no list, so nobody takes it for rows. */
  sums: (section: string) => ['sum', section] as const,
  calls: (name: string) => ['call', name] as const,
  call: (name: string, input: unknown) => ['call', name, input] as const,
  /** Of a section, or of one of its lists: 'user/sales' stands below 'user'. */
  options: (to: string) => ['options', ...to.split('/')] as const,
}
