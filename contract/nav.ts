/** The side navigation, made of the sections' own definitions: what exists, where it stands and who sees it (part-1 section 2). */
import { type Access, type Gate, isGuest, passes } from './kit/permission.ts'
import { type NavGroup, navGroups, type Section } from './kit/section.ts'
import { sections } from './sections/index.ts'

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
  /** Where a new one begins, for a section without an add screen of the usual path. */
  add?: string
  /** Single key that opens it. */
  shortcut?: string
  /** Wire path of the list that the page asks for before its scripts have run; absent for a screen of several lists. */
  early?: string
}

const dashboard: NavItem = { name: 'dashboard', group: 'main', path: '/dashboard', icon: 'gauge' }

/** Sections that ask for their list themselves, in their own order. */
const asksItself: ReadonlySet<string> = new Set(['chat-platform'])

function itemOf(section: Section): NavItem[] {
  const { name, nav, permission, backOffice, needsAuth, path, list } = section
  if (!nav) return []
  const isHidden = backOffice === 'hidden' || (backOffice?.hidden ?? false)
  return [
    {
      name,
      group: nav.group,
      path: `/${name}/list`,
      icon: nav.icon,
      gate: { action: 'get', anyOf: nav.anyOf ?? [permission] },
      ...(isHidden && { hiddenInBackOffice: true }),
      ...(needsAuth && { needsAuth }),
      ...(nav.add && { add: nav.add }),
      ...(nav.shortcut && { shortcut: nav.shortcut }),
      ...(list.tables.length === 1 && !asksItself.has(name) && { early: path }),
    },
  ]
}

/**
 * Every entry, group by group. It loads all sections: the build writes the result into the page (vite.sections.ts), where the
 * console reads it, because it stands before the first row and must stay small.
 */
export async function navItems(): Promise<NavItem[]> {
  const loaded = await Promise.all(Object.values(sections).map((load): Promise<Section> => load()))
  const items = [dashboard, ...loaded.flatMap(itemOf)]
  return navGroups.flatMap((group) => items.filter((item) => item.group === group))
}

/** Whether the person may open an item: its gate; without one, every role except guest. */
export function opens(item: NavItem, access: Access): boolean {
  return item.gate ? passes(item.gate, access) : !isGuest(access.roles)
}
