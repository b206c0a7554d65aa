import { text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** The cheapest call: distinguishes a network failure from a server failure. */
export const probe = call({
  name: 'sync.probe',
  kind: 'query',
  method: 'GET',
  path: '/health/live',
  permission: 'public',
  reply: { of: 'object', fields: { status: text({ required: true }) } },
  silent: true,
})
