/** The one place for query keys. */
import { formatListQuery, type ListQuery } from '#contract/kit/list-query.ts'

export const queryKeys = {
  lists: (section: string) => ['list', section] as const,
  list: (section: string, query: ListQuery) => ['list', section, formatListQuery(query)] as const,
  ones: (section: string) => ['one', section] as const,
  one: (section: string, id: string) => ['one', section, id] as const,
  call: (name: string, input: unknown) => ['call', name, input] as const,
  /** Of a section, or of one of its lists: 'user/sales' stands below 'user'. */
  options: (to: string) => ['options', ...to.split('/')] as const,
}
