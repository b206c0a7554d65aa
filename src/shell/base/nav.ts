/** Areas and navigation entries, included in the page (build/sections.ts): no section is loaded for its name. */
import type { Area, NavItem } from '#contract/nav.ts'

declare global {
  /** Set by boot.js from the page's build data. */
  var __nav: readonly (Area | NavItem)[]
}

const isItem = (area: Area | NavItem): area is NavItem => 'group' in area

export const areas = globalThis.__nav
export const nav: readonly NavItem[] = areas.filter(isItem)
