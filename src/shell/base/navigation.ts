/** Navigation of this person: existing entries, filtered by permission, back-office mode and authentication. */

import { useRouterState } from '@tanstack/react-router'
import { useConfig } from '#console/data/api/config.ts'
import { useAccess } from '#console/data/api/session.ts'
import { type NavGroup, navGroups } from '#contract/kit/section/section-options.ts'
import { type NavItem, opens } from '#contract/nav.ts'
import { nav } from './nav.ts'
import { isThere } from './require-access.ts'

export const usePathname = (): string => useRouterState({ select: (state) => state.location.pathname })

/** All items the person may open, in group order. */
export function useItems(): NavItem[] {
  const access = useAccess()
  useConfig()
  const open = nav.filter((item) => isThere(item) && opens(item, access))
  return navGroups.flatMap((group) => open.filter((item) => item.group === group))
}

export function useGroups(): { group: NavGroup; items: NavItem[] }[] {
  const items = useItems()
  return navGroups.flatMap((group) => {
    const own = items.filter((item) => item.group === group)
    return own.length ? [{ group, items: own }] : []
  })
}

export function isCurrent(item: NavItem, pathname: string): boolean {
  return pathname.startsWith(item.path.replace(/list$/, ''))
}
