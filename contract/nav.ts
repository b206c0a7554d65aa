/** The side navigation: what exists, where it stands and who sees it (part-1 section 2). Loaded at once, so it is small. */
import { type Access, type Gate, isGuest, passes, type Resource } from './kit/permission.ts'
import type { SectionName } from './sections/index.ts'

export const navGroups = ['main', 'content', 'stock', 'product', 'promotion', 'member', 'sales', 'auth', 'settings', 'other'] as const
export type NavGroup = (typeof navGroups)[number]

export interface NavItem {
  /** Message id `nav.<name>`, and the first segment of the path. */
  name: SectionName | 'dashboard'
  group: NavGroup
  /** Where it leads; a bare /X goes to /X/list. */
  path: string
  /** Absent: every role except guest. */
  gate?: Gate
  hiddenInBackOffice?: boolean
  /** Only when auth is enabled. */
  needsAuth?: boolean
  /** Where a new one begins, for a section without an add screen of the usual path. */
  add?: string
  /** Single key that opens it. */
  shortcut?: string
}

const get = (...anyOf: Resource[]): Gate => ({ action: 'get', anyOf })
const item = (name: SectionName, group: NavGroup, gate: Gate, rest?: Partial<NavItem>): NavItem => ({
  name,
  group,
  path: `/${name}/list`,
  gate,
  ...rest,
})

export const nav: readonly NavItem[] = [
  { name: 'dashboard', group: 'main', path: '/dashboard' },
  item('leads', 'sales', get('crm'), { hiddenInBackOffice: true }),
  item('chat-platform', 'sales', get('crm', 'assign-sales'), { hiddenInBackOffice: true, add: '/chat-platform/list?start=true' }),
  item('for-you', 'content', get('content')),
  item('campaign', 'promotion', get('event')),
  item('user', 'auth', get('user'), { needsAuth: true }),
  item('role', 'auth', get('role'), { needsAuth: true }),
  item('security-log', 'auth', get('security-log')),
  item('bank', 'settings', get('bank'), { hiddenInBackOffice: true }),
  item('whatsapp-number', 'other', get('whatsapp-number'), { hiddenInBackOffice: true }),
  item('auto-text', 'other', get('autotext-manager')),
  item('tag-manager', 'other', get('crm'), { hiddenInBackOffice: true }),
]

/** Whether the person may open an item: its gate; without one, every role except guest. */
export function opens(item: NavItem, access: Access): boolean {
  return item.gate ? passes(item.gate, access) : !isGuest(access.roles)
}
