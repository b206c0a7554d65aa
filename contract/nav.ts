/** Entries of the side navigation (part-1 section 2), and who may open them. They are made of the sections (nav-items.ts). */
import { type Access, type Gate, isGuest, passes } from './kit/permission.ts'
import type { NavGroup } from './kit/section-options.ts'

export interface NavItem {
  /** Message id `nav.<name>`, and the first segment of the path. */
  name: string
  group: NavGroup
  /** Where it leads; a bare /X goes to /X/list. */
  path: string
  icon: string
  /** Absent: every role except guest. */
  gate?: Gate
  hiddenInBackOffice?: boolean
  /** Only when auth is enabled. */
  needsAuth?: boolean
  /** Where a new one begins, for a section without an add screen of the usual path; null where nobody begins one. */
  add?: string | null
  /** Where its path leads on to. */
  to?: string
  /** Single key that opens it. */
  shortcut?: string
  /** Wire path of the list that the page asks for before its scripts have run; absent for a screen of several lists. */
  early?: string
}

/** Whether the person may open an item: its gate; without one, every role except guest. */
export function opens(item: NavItem, access: Access): boolean {
  return item.gate ? passes(item.gate, access) : !isGuest(access.roles)
}
