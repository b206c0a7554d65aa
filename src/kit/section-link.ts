import { linkOptions } from '@tanstack/react-router'
import type { ListSearch } from './list/search.ts'

/** Links to a section's screens. Leads have routes of their own, which the router wants named. */
export function listLink(section: string, search: ListSearch = {}) {
  return section === 'leads'
    ? linkOptions({ to: '/leads/list', search })
    : linkOptions({ to: '/$section/list', params: { section }, search })
}

export function addLink(section: string) {
  return section === 'leads' ? linkOptions({ to: '/leads/add' }) : linkOptions({ to: '/$section/add', params: { section } })
}

/** `id` is an id number or a ref; the list's state comes along, so that the form knows its neighbours. */
export function editLink(section: string, id: string, search: ListSearch = {}) {
  if (section === 'chat-platform') return linkOptions({ to: '/chat-platform/list', search: { room: id } })
  return section === 'leads'
    ? linkOptions({ to: '/leads/edit/$id', params: { id }, search })
    : linkOptions({ to: '/$section/edit/$id', params: { section, id }, search })
}
