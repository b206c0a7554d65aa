import { choices, flag, number, text } from '../../kit/field/field.ts'
import { everyPermission } from '../../kit/field/permission.ts'
import { section } from '../../kit/section/section.ts'

const guarded: ReadonlySet<string> = new Set(['admin', 'finance', 'hrd'])

/** Whether a new role of this name needs a second factor unless it is said otherwise (docs/product/access.md#second-factor). */
export const needsFactorByName = (name: string): boolean => guarded.has(name.trim().toLowerCase())

/** Root is fixed: all permissions, no changes, no deletion. */
export const role = section('role', {
  path: '/admin/in/v1/roles',
  nav: { group: 'auth', icon: 'shield-check' },
  needsAuth: true,
  permission: 'role',
  readableBy: ['get user'],
  readableFields: ['name'],
  title: 'name',
  options: { all: true },
  fields: {
    name: text({ required: true, max: 60 }),
    description: text({ max: 240 }),
    permissions: choices(everyPermission(), { max: 200 }),
    /** Requires holders to set up a second factor at their next sign-in. Not named in a new role: as `needsFactorByName` says. */
    requires_second_factor: flag(),
    users: number({ readOnly: true, integer: true }),
    is_root: flag({ readOnly: true }),
  },
  groups: [{ fields: ['name', 'description', 'requires_second_factor', 'permissions'] }],
  list: {
    columns: ['name', 'description', 'users', '-requires_second_factor', 'updated_at', 'updated_by'],
    search: ['name', 'description'],
    filters: [],
    sort: 'name asc',
  },
  offline: 'refuse',
})
