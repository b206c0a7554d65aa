import { linkOptions } from '@tanstack/react-router'
import type { SectionOfKind } from '#contract/kit/field/register.ts'
import type { FormSearch, ListSearch } from '../list/query/search.ts'

/** Lists with a route of their own, which the router needs by name. */
const boards = { leads: '/leads/list' } as const satisfies Record<SectionOfKind<'board'>, string>
const inboxes = { 'chat-platform': '/chat-platform/list' } as const satisfies Record<SectionOfKind<'inbox'>, string>

const isOf = <Name extends string>(paths: Readonly<Record<Name, string>>, section: string): section is Name => Object.hasOwn(paths, section)

/** Link to a section's list; `search.at`: path of a view. */
export function listLink(section: string, { at, ...search }: ListSearch = {}) {
  if (at) return linkOptions({ to: '/$section/$view/list', params: { section, view: at }, search })
  return isOf(boards, section)
    ? linkOptions({ to: boards[section], search })
    : linkOptions({ to: '/$section/list', params: { section }, search })
}

const formLink = (section: string, path: string, search: FormSearch) =>
  linkOptions({ to: '/$section/$', params: { section, _splat: path }, search })

/** Parameter of an add form: the section of the record below whose form its list stands. */
export const parentParam = 'of'

/** `search.copy`: the record to copy; other names prefill fields. */
export const addLink = (section: string, search: FormSearch = {}) => formLink(section, 'add', search)

/** `id`: id number or ref; the list's state is kept for the form's neighbours. */
export function editLink(section: string, id: string, search: ListSearch = {}) {
  if (isOf(inboxes, section)) return linkOptions({ to: inboxes[section], search: { room: id } })
  return formLink(section, `edit/${id}`, search)
}

/** Link to a record without editing. */
export const detailLink = (section: string, id: string, search: ListSearch = {}) => formLink(section, `detail/${id}`, search)

/** A record in the trash, below the path of its list. */
export const trashedLink = (section: string, at: string, id: string, search: ListSearch = {}) => formLink(section, `${at}/${id}`, search)

/** Link to the record, as this person may open it. */
export const recordLink = (section: string, id: string, search: ListSearch, mayEdit: boolean) =>
  mayEdit || isOf(inboxes, section) ? editLink(section, id, search) : detailLink(section, id, search)

/** The same as a path. */
export const recordPath = (section: string, id: string, mayEdit: boolean): string => `/${section}/${mayEdit ? 'edit' : 'detail'}/${id}`
