import { linkOptions } from '@tanstack/react-router'
import type { FormSearch, ListSearch } from '../list/query/search.ts'

/** Link to a section's list; `search.at`: path of a view. The leads' list has its own route, which the router needs by name. */
export function listLink(section: string, { at, ...search }: ListSearch = {}) {
  if (at) return linkOptions({ to: '/$section/$view/list', params: { section, view: at }, search })
  return section === 'leads'
    ? linkOptions({ to: '/leads/list', search })
    : linkOptions({ to: '/$section/list', params: { section }, search })
}

const formLink = (section: string, path: string, search: FormSearch) =>
  linkOptions({ to: '/$section/$', params: { section, _splat: path }, search })

/** `search.copy`: the record to copy; other names prefill fields. */
export const addLink = (section: string, search: FormSearch = {}) => formLink(section, 'add', search)

/** `id`: id number or ref; the list's state is kept for the form's neighbours. */
export function editLink(section: string, id: string, search: ListSearch = {}) {
  if (section === 'chat-platform') return linkOptions({ to: '/chat-platform/list', search: { room: id } })
  return formLink(section, `edit/${id}`, search)
}

/** Link to a record without editing. */
export const detailLink = (section: string, id: string, search: ListSearch = {}) => formLink(section, `detail/${id}`, search)

/** A record in the trash, below the path of its list. */
export const trashedLink = (section: string, at: string, id: string, search: ListSearch = {}) => formLink(section, `${at}/${id}`, search)

/** Link to the record, as this person may open it. */
export const recordLink = (section: string, id: string, search: ListSearch, mayEdit: boolean) =>
  mayEdit || section === 'chat-platform' ? editLink(section, id, search) : detailLink(section, id, search)

/** The same as a path. */
export const recordPath = (section: string, id: string, mayEdit: boolean): string => `/${section}/${mayEdit ? 'edit' : 'detail'}/${id}`
