/** Shifts of account executives (docs/product/chat.md#account-executives). */

import { flag, number, reference, text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'

const path = '/crm/in/v1/sales-shift'

/** Ms between polls of the online count. */
export const onlinePollMs = 60_000
export const shiftUpdated = 'Status updated successfully'

const executiveFields = { id: number({ required: true }), name: text({ required: true }), is_active: flag({ required: true }) }

/** Own shift, and number of people on shift. */
export const ownShift = call({
  name: 'sales-shift.own',
  kind: 'query',
  method: 'GET',
  path,
  permission: ['get crm', 'get assign-sales'],
  reply: { of: 'object', fields: { is_active: flag({ required: true }), num_online: number({ required: true }) } },
  silent: true,
})

export const shiftCount = call({
  name: 'sales-shift.count',
  kind: 'query',
  method: 'GET',
  path: `${path}/count`,
  permission: ['get crm', 'get assign-sales'],
  reply: { of: 'object', fields: { num_online: number({ required: true }) } },
  silent: true,
})

/** Every account executive. */
export const shiftList = call({
  name: 'sales-shift.list',
  kind: 'query',
  method: 'GET',
  path: `${path}/list`,
  permission: 'get assign-sales',
  query: 'list',
  reply: { of: 'list', fields: executiveFields },
})

/** One's own shift. */
export const shiftUpdate = call({
  name: 'sales-shift.update',
  kind: 'mutation',
  method: 'PUT',
  path,
  permission: 'update crm',
  body: { is_active: flag({ required: true }) },
  reply: { of: 'message' },
  success: shiftUpdated,
})

/** Another's shift. */
export const shiftAssign = call({
  name: 'sales-shift.assign',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/assign`,
  permission: 'update assign-sales',
  body: { user_id: reference({ required: true, to: 'user/sales' }), is_active: flag({ required: true }) },
  reply: { of: 'message' },
  success: shiftUpdated,
})

export const shiftCalls = [ownShift, shiftCount, shiftList, shiftUpdate, shiftAssign] as const
