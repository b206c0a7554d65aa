import { languages } from '../../choices/languages.ts'
import { passwordLimits } from '../../choices/password-limits.ts'
import { choice, dateTime, email, flag, image, phone, references, secret, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const user = section('user', {
  path: '/admin/in/v1/users',
  nav: { group: 'auth', icon: 'users-round' },
  needsAuth: true,
  permission: 'user',
  readableBy: ['get crm', 'get assign-sales', 'get member', 'get event', 'get sales-report'],
  readableFields: ['name', 'email', 'phone', 'is_active'],
  title: 'name',
  /** Sales users are active ones with a role similar to sales (docs/product/access.md#salespeople). */
  options: { detail: 'email', lists: { sales: { query: 'similar_role:sales,is_active:true', all: true, size: 100_000 } } },
  encoding: 'multipart',
  fields: {
    name: text({ required: true, max: 120 }),
    email: email({ required: true, max: 160 }),
    phone: phone(),
    roles: references({ required: true, to: 'role', max: 10 }),
    is_active: flag({ initial: true }),
    company_code: choice(['EMT', 'ETF'], { initial: 'EMT' }),
    /** Of mails to them (docs/product/deliverability.md#languages). */
    language: choice(languages),
    photo: image({ maxWidth: 1024, maxHeight: 1024, accept: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5_000_000 }),
    /** Empty on a new user: mails an invitation to choose one. */
    password: secret(passwordLimits),
    /** Invited by mail, without a password yet. */
    invited: flag({ readOnly: true }),
    last_seen: dateTime({ readOnly: true }),
  },
  list: {
    columns: ['name', 'email', 'phone', 'roles', 'is_active', 'last_seen', '-company_code', '-language', '-created_at'],
    search: ['name', 'email', 'phone'],
    filters: ['roles', 'is_active', 'company_code'],
    sort: 'name asc',
  },
  switches: { is_active: { by: 'put' } },
  offline: 'refuse',
})
