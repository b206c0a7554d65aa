/**
 * The side navigation, made of the sections' own definitions: what exists,
 * where it stands and who sees it (docs/product/access.md#navigation).
 */
import type { SectionName } from './kit/field/register.ts'
import { isHidden } from './kit/section/back-office.ts'
import type { Section } from './kit/section/section.ts'
import { navGroups } from './kit/section/section-options.ts'
import { viewsOf } from './kit/section/view.ts'
import type { Area, NavItem } from './nav.ts'
import { reports } from './reports/index.ts'
import { reportArea } from './reports/report-area.ts'
import { activityPaths, firstReport, reportScreens } from './reports/screens.ts'
import { isSectionName, sections } from './sections/index.ts'

const dashboard: NavItem = { name: 'dashboard', group: 'main', path: '/dashboard', icon: 'gauge' }

/** Returns of portfolios: figures without records (contract/reports/performance.ts). */
const performance: NavItem = {
  name: 'performance',
  group: 'stock',
  path: '/performance/list',
  icon: 'chart-line',
  gate: { action: 'get', anyOf: ['stock'] },
  hiddenInBackOffice: true,
  add: null,
}

/** The section that its entry stands before. */
const before: SectionName = 'stock'

/** Each screen of a report, who may read it and whether back-office mode has it: as the report says. */
async function reportItems(): Promise<NavItem[]> {
  const items: NavItem[] = []
  for (const [path, screen] of Object.entries(reportScreens)) {
    const { icon } = screen
    const { permission, backOffice } = await reports[screen.reports[0]]()
    items.push({
      name: reportArea(path),
      group: 'sales',
      path: `/report/${path}`,
      icon,
      gate: { action: 'get', anyOf: [permission] },
      ...(backOffice === 'hidden' && { hiddenInBackOffice: true }),
      add: null,
    })
  }
  return items
}

/** A bare /report, which leads to the first of them, and the exports beside activity: each with the gate of that screen. */
function besideReports(items: readonly NavItem[]): Area[] {
  const of = (screen: string, name: string, path: string): Area[] =>
    items.flatMap(({ path: own, gate, hiddenInBackOffice }) =>
      own === `/report/${screen}` && gate ? [{ name, path, gate, ...(hiddenInBackOffice && { hiddenInBackOffice }) }] : [],
    )
  const { list, history } = activityPaths
  return [...of(firstReport, 'report', `/report/${firstReport}`), ...of(list, reportArea(history), `/report/${history}`)]
}

function areaOf(section: Section): Area {
  const { name, nav, permission, needsAuth } = section
  return {
    name,
    path: `/${name}/list`,
    gate: { action: 'get', anyOf: nav?.anyOf ?? [permission] },
    ...(isHidden(section) && { hiddenInBackOffice: true }),
    ...(needsAuth && { needsAuth }),
  }
}

/** Further entries, `/<section>-<name>`, that start a new record with `search`; their words are the section's `nav.<name>`. */
const begins: Partial<Record<SectionName, { name: string; icon: string; search: string; shortcut: string }>> = {
  recommendation: { name: 'add-buy', icon: 'circle-plus', search: 'action=buy', shortcut: '.' },
}

/** Whether the page may request its first rows: others have none, or request their own (public/boot.js). */
const listsRows = ({ kind }: Section): boolean => kind === 'records' || kind === 'board'

function itemsOf(section: Section): NavItem[] {
  const { name, nav, permission, path, actions, routes } = section
  const add = nav?.add ?? (actions.includes('create') ? undefined : null)
  if (!nav) return []
  const area = areaOf(section)
  const begin = isSectionName(name) ? begins[name] : undefined
  return [
    {
      ...area,
      group: nav.group,
      icon: nav.icon,
      ...(add !== undefined && { add }),
      ...(nav.shortcut && { shortcut: nav.shortcut }),
      ...(routes.home && { to: `/${name}/${routes.home}/list` }),
      ...(listsRows(section) && !viewsOf(section).some(({ stack }) => stack) && { early: path }),
    },
    ...(begin
      ? [
          {
            ...area,
            name: `${name}-${begin.name}`,
            group: nav.group,
            path: `/${name}-${begin.name}`,
            to: `/${name}/add?${begin.search}`,
            icon: begin.icon,
            gate: { action: 'create' as const, anyOf: [permission] },
            add: null,
            shortcut: begin.shortcut,
          },
        ]
      : []),
  ]
}

/**
 * Returns all entries by group, and areas without one. It loads all sections, so the build writes the result into the page
 * (build/sections.ts): the console needs it before the first row, in few bytes.
 */
export async function navAreas(): Promise<{ items: NavItem[]; others: Area[] }> {
  const loaded: Section[] = []
  // Sequential: a loader that compiles on demand may return a half-loaded module to a second concurrent import.
  for (const load of Object.values(sections)) loaded.push(await load())
  const ofReports = await reportItems()
  const items = [
    dashboard,
    ...ofReports,
    ...loaded.flatMap((section) => [...(section.name === before ? [performance] : []), ...itemsOf(section)]),
  ]
  return {
    items: navGroups.flatMap((group) => items.filter((item) => item.group === group)),
    others: [...loaded.filter(({ nav }) => !nav).map(areaOf), ...besideReports(ofReports)],
  }
}

/** The entries alone. */
export const navItems = async (): Promise<NavItem[]> => (await navAreas()).items
