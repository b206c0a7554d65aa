/** Permission strings of docs/product/access.md#permissions, and the gates built on them. */

export const actions = ['create', 'get', 'update', 'delete', 'export', 'webnotif'] as const
export type Action = (typeof actions)[number]

export const resources = [
  'content',
  'stock',
  'product',
  'event',
  'promotion',
  'member',
  'crm',
  'assign-sales',
  'assign-qna',
  'transaction',
  'reward',
  'sales-report',
  'sales-activity',
  'user',
  'role',
  'whatsapp-number',
  'shortlink',
  'autotext-manager',
  'bank',
  'testimonial',
  'bot-qna',
  'bot-setting',
  'ltv',
] as const

/** Resources that only Root holds. */
export const rootResources = ['security-log'] as const
export type Resource = (typeof resources)[number] | (typeof rootResources)[number]

/** '<action> <resource>', such as 'create bank'. 'get admin' is held by each signed-in role but guest. */
export type Permission = `${Action} ${Resource}` | 'get admin'

const ordinary = ['create', 'get', 'update', 'delete'] as const satisfies readonly Action[]

/** Returns the actions of a resource: export only for transaction and sales-activity, webnotif only for crm. */
export function actionsOf(resource: Resource): readonly Action[] {
  if (resource === 'transaction' || resource === 'sales-activity') return [...ordinary, 'export']
  if (resource === 'crm') return [...ordinary, 'webnotif']
  return ordinary
}

/** Returns every grantable permission. */
export function everyPermission(): Permission[] {
  return [...resources.flatMap((resource) => actionsOf(resource).map((action) => `${action} ${resource}` as const)), 'get admin']
}

const rootOnly: readonly Permission[] = rootResources.map((resource) => `get ${resource}` as const)

/** Permissions of Root. */
export function rootPermissions(): Permission[] {
  return [...everyPermission(), ...rootOnly]
}

/** Returns stored permissions without those of Root alone. */
export function withoutRootOnly(permissions: readonly string[]): string[] {
  const reserved: ReadonlySet<string> = new Set(rootOnly)
  return permissions.filter((permission) => !reserved.has(permission))
}

const known: ReadonlySet<string> = new Set(everyPermission())

export function isPermission(value: string): value is Permission {
  return known.has(value)
}

/** Access of a person: the names of their roles and their permission strings. */
export interface Access {
  roles: readonly string[]
  permissions: readonly string[]
}

/** Gate of a menu item, route, button or column. Without a requirement it is open; action 'none' always passes. */
export interface Gate {
  action: Action | 'none'
  /** Resources of which one is enough. */
  anyOf: readonly Resource[]
  /** Inverts the gate: shown to those who lack the permission. */
  invert?: boolean
}

export function passes(gate: Gate | undefined, access: Access): boolean {
  if (!gate || gate.action === 'none') return true
  const isGranted = gate.anyOf.some((resource) => access.permissions.includes(`${gate.action} ${resource}`))
  return gate.invert ? !isGranted : isGranted
}

export function holds(access: Access, permission: Permission): boolean {
  return access.permissions.includes(permission)
}

/** Derives flags from the first role name with 'sales' or 'root' (docs/product/access.md#permissions). */
export function roleFlags(roles: readonly string[]): { isSales: boolean; isRoot: boolean } {
  const first = roles.map((role) => role.toLowerCase()).find((role) => role.includes('sales') || role.includes('root'))
  return { isSales: first?.includes('sales') ?? false, isRoot: first?.includes('root') ?? false }
}

/** Returns whether guest is the only role: no dashboard, no 'get admin' (docs/product/access.md#permissions). */
export function isGuest(roles: readonly string[]): boolean {
  return roles.every((role) => role.toLowerCase() === 'guest')
}
