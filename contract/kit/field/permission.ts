/** Permissions: who may do what: permission strings of docs/product/access.md#permissions, and the gates built on them. */

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

/** What no role is given and Root alone holds. */
export const rootResources = ['security-log'] as const
export type Resource = (typeof resources)[number] | (typeof rootResources)[number]

/** '<action> <resource>', such as 'create bank'. 'get admin' is what every signed-in role but guest holds. */
export type Permission = `${Action} ${Resource}` | 'get admin'

const ordinary = ['create', 'get', 'update', 'delete'] as const satisfies readonly Action[]

/** The actions that exist for a resource: export only for transaction and sales-activity, webnotif only for crm. */
export function actionsOf(resource: Resource): readonly Action[] {
  if (resource === 'transaction' || resource === 'sales-activity') return [...ordinary, 'export']
  if (resource === 'crm') return [...ordinary, 'webnotif']
  return ordinary
}

/** Every permission that a role may be given. */
export function everyPermission(): Permission[] {
  return [...resources.flatMap((resource) => actionsOf(resource).map((action) => `${action} ${resource}` as const)), 'get admin']
}

const rootOnly: readonly Permission[] = rootResources.map((resource) => `get ${resource}` as const)

/** What the role Root holds. */
export function rootPermissions(): Permission[] {
  return [...everyPermission(), ...rootOnly]
}

/** What other roles hold of the permissions that are stored with them. */
export function withoutRootOnly(permissions: readonly string[]): string[] {
  const reserved: ReadonlySet<string> = new Set(rootOnly)
  return permissions.filter((permission) => !reserved.has(permission))
}

const known: ReadonlySet<string> = new Set(everyPermission())

export function isPermission(value: string): value is Permission {
  return known.has(value)
}

/** What a gate needs to know of the person: the names of their roles and their permission strings. */
export interface Access {
  roles: readonly string[]
  permissions: readonly string[]
}

/** A gate of a menu item, route, button or column. An absent requirement is open to all; action 'none' always passes. */
export interface Gate {
  action: Action | 'none'
  /** Any one of these resources is enough. */
  anyOf: readonly Resource[]
  /** Turns the answer round: shown to those who lack the permission. */
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

/** Sales and root flags derive from the first role name containing 'sales' or 'root' (docs/product/access.md#permissions). */
export function roleFlags(roles: readonly string[]): { isSales: boolean; isRoot: boolean } {
  const first = roles.map((role) => role.toLowerCase()).find((role) => role.includes('sales') || role.includes('root'))
  return { isSales: first?.includes('sales') ?? false, isRoot: first?.includes('root') ?? false }
}

/** Nothing but the role guest, which opens no dashboard and does not hold 'get admin' (docs/product/access.md#permissions). */
export function isGuest(roles: readonly string[]): boolean {
  return roles.every((role) => role.toLowerCase() === 'guest')
}
