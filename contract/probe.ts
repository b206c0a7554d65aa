import { text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** Cheapest call there is; tells a network that is up from a server that is not. */
export const probe = call({
  name: 'sync.probe',
  kind: 'query',
  method: 'GET',
  path: '/health/live',
  permission: 'public',
  reply: { of: 'object', fields: { status: text({ required: true }) } },
  silent: true,
})
