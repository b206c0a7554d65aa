import { toRecord } from '#contract/kit/field/guards.ts'
import { useStored } from '../../text/stored.ts'
import { type ListSearch, listSearch } from './search.ts'

/** A list's state under a name. */
export interface SavedView {
  name: string
  search: ListSearch
}

const parse = (value: unknown): SavedView[] =>
  Array.isArray(value)
    ? value.flatMap((entry: unknown) => {
        const { name, search } = toRecord(entry)
        return typeof name === 'string' && name ? [{ name, search: listSearch(toRecord(search)) }] : []
      })
    : []

/** Saved views of a path, kept on the device. */
export function useViews(path: string) {
  const [views, keep] = useStored(`table-views:${path}`, parse)
  return {
    views,
    save: (name: string, search: ListSearch) => {
      const { page: _, ...state } = search
      keep([...views.filter((view) => view.name !== name), { name, search: state }])
    },
    remove: (name: string) => void keep(views.filter((view) => view.name !== name)),
  }
}
