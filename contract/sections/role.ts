import { choices, flag, number, text } from '../kit/field.ts'
import { everyPermission } from '../kit/permission.ts'
import { section } from '../kit/section.ts'

/** Root is fixed: it holds every permission and cannot be changed or deleted. */
export const role = section('role', {
  path: '/admin/in/v1/roles',
  permission: 'role',
  readableBy: ['get user'],
  readableFields: ['name'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 60 }),
    description: text({ max: 240 }),
    permissions: choices(everyPermission(), { max: 200 }),
    users: number({ readOnly: true, whole: true }),
    is_root: flag({ readOnly: true }),
  },
  list: {
    columns: ['name', 'description', 'users', 'updated_at', 'updated_by'],
    search: ['name', 'description'],
    filters: [],
    sort: 'name asc',
  },
  offline: 'refuse',
})
