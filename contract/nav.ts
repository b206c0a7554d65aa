/**
 * The areas of the console, those of the side navigation (docs/product/access.md#navigation)
 * and others, and who may open them: made of the sections (nav-items.ts).
 */
import { type Access, type Gate, isGuest, passes } from './kit/field/permission.ts'
import type { NavGroup } from './kit/section/section-options.ts'

/** Pages whose path begins with one name, and what their guard asks. */
export interface Area {
  /** The first segment of the path. */
  name: string
  /** Where it leads; a bare /X goes to /X/list. */
  path: string
  /** Absent: every role except guest. */
  gate?: Gate
  hiddenInBackOffice?: boolean
  /** Only when auth is enabled. */
  needsAuth?: boolean
}

/** An entry of the navigation; its words are `nav.<name>`. */
export interface NavItem extends Area {
  group: NavGroup
  icon: string
  /** Where a new one begins, for a section without an add screen of the usual path; null where nobody begins one. */
  add?: string | null
  /** Where its path leads on to. */
  to?: string
  /** Single key that opens it. */
  shortcut?: string
  /** Wire path of the list that the page asks for before its scripts have run; absent for a screen of several lists. */
  early?: string
}

/** Whether the person may open an area: its gate; without one, every role except guest. */
export function opens({ gate }: Pick<Area, 'gate'>, access: Access): boolean {
  return gate ? passes(gate, access) : !isGuest(access.roles)
}
