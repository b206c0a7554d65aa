/** Log of sign-ins, refusals, exports and changes of permissions. Readable by Root alone; written by the API. */
import { securityEvents } from '../../choices/security-events.ts'
import { choice, number, reference, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const securityLog = section('security-log', {
  path: '/admin/in/v1/security-log',
  nav: { group: 'auth', icon: 'scroll-text' },
  permission: 'security-log',
  title: 'name',
  actions: ['get'],
  fields: {
    event: choice(securityEvents, { readOnly: true, required: true }),
    /** The actor, if known. */
    user: reference({ to: 'user', readOnly: true }),
    /** Name at the time; for a failed sign-in the email address. */
    name: text({ readOnly: true, required: true }),
    /** Network address. */
    address: text({ readOnly: true }),
    /** Subject of the event: names, no values. */
    detail: text({ readOnly: true }),
    /** Repetitions within ten minutes, which share a row. */
    times: number({ readOnly: true, required: true, integer: true }),
  },
  groups: [{ fields: ['event', 'name', 'address', 'times', 'detail'] }],
  list: {
    columns: ['created_at', 'event', 'name', 'address', 'detail', 'times'],
    search: ['name', 'address', 'detail'],
    filters: ['event', 'user'],
    dates: ['created_at'],
    sort: 'created_at desc',
  },
  audit: false,
  offline: 'refuse',
})
