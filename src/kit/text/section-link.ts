import { linkOptions } from '@tanstack/react-router'
import type { FormSearch, ListSearch } from '../list/query/search.ts'

/** Links to a section's screens; `search.at` is the path of a view. The leads' list has a route of its own, which the router wants named. */
export function listLink(section: string, { at, ...search }: ListSearch = {}) {
  if (at) return linkOptions({ to: '/$section/$view/list', params: { section, view: at }, search })
  return section === 'leads'
    ? linkOptions({ to: '/leads/list', search })
    : linkOptions({ to: '/$section/list', params: { section }, search })
}

const formLink = (section: string, path: string, search: FormSearch) =>
  linkOptions({ to: '/$section/$', params: { section, _splat: path }, search })

/** With `search.copy` the form begins as a copy of that record; names of fields fill them in. */
export const addLink = (section: string, search: FormSearch = {}) => formLink(section, 'add', search)

/** `id` is an id number or a ref; the list's state comes along, so that the form knows its neighbours. */
export function editLink(section: string, id: string, search: ListSearch = {}) {
  if (section === 'chat-platform') return linkOptions({ to: '/chat-platform/list', search: { room: id } })
  return formLink(section, `edit/${id}`, search)
}

/** A record to look at, for those who may not change it. */
export const detailLink = (section: string, id: string, search: ListSearch = {}) => formLink(section, `detail/${id}`, search)

/** A record in the trash, below the path of its list. */
export const trashedLink = (section: string, at: string, id: string, search: ListSearch = {}) => formLink(section, `${at}/${id}`, search)

/** The screen of a record that this person may open. */
export const recordLink = (section: string, id: string, search: ListSearch, mayEdit: boolean) =>
  mayEdit || section === 'chat-platform' ? editLink(section, id, search) : detailLink(section, id, search)

/** The same as a path. */
export const recordPath = (section: string, id: string, mayEdit: boolean): string => `/${section}/${mayEdit ? 'edit' : 'detail'}/${id}`
