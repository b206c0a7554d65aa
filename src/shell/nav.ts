/** The entries of the navigation, which the page itself carries (vite.sections.ts): no section is loaded for its name. */
import type { NavItem } from '#contract/nav.ts'

declare global {
  /** Written by boot.js from what the build left in the page. */
  var __nav: readonly NavItem[]
}

export const nav: readonly NavItem[] = globalThis.__nav
