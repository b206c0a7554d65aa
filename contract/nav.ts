/**
 * Areas of the console, in the side navigation (docs/product/access.md#navigation) or not, and their gates: built from the sections
 * (nav-items.ts).
 */
import { type Access, type Gate, isGuest, passes } from './kit/field/permission.ts'
import type { NavGroup } from './kit/section/section-options.ts'

/** Pages below one path segment, with their gate. */
export interface Area {
  /** First path segment. */
  name: string
  /** Its address; a bare /X goes to /X/list. */
  path: string
  /** Absent: each role except guest. */
  gate?: Gate
  hiddenInBackOffice?: boolean
  /** Only when auth is enabled. */
  needsAuth?: boolean
}

/** An entry of the navigation; its words are `nav.<name>`. */
export interface NavItem extends Area {
  group: NavGroup
  icon: string
  /** Path of a new record, for a section without the usual add screen; null where none can be added. */
  add?: string | null
  /** Redirect target of it. */
  to?: string
  /** Key that opens it. */
  shortcut?: string
  /** Wire path of the list that the page prefetches before its scripts; absent for a screen of several lists. */
  early?: string
}

/** Returns whether a person may open an area: by its gate, or any role except guest. */
export function opens({ gate }: Pick<Area, 'gate'>, access: Access): boolean {
  return gate ? passes(gate, access) : !isGuest(access.roles)
}
