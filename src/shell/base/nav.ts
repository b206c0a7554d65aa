/** The areas of the console and the entries of its navigation, which the page itself carries (build/sections.ts): no section is loaded for its name. */
import type { Area, NavItem } from '#contract/nav.ts'

declare global {
  /** Written by boot.js from what the build left in the page. */
  var __nav: readonly (Area | NavItem)[]
}

const isItem = (area: Area | NavItem): area is NavItem => 'group' in area

export const areas = globalThis.__nav
export const nav: readonly NavItem[] = areas.filter(isItem)
