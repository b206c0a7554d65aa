/** Report of a failed message by a console (docs/product/chat.md#failed-sending), without its content. */

import { text, textarea } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** Header with the token of a session or a deployment. */
export const errorLogToken = 'X-Api-Token'

export const errorLog = call({
  name: 'utility.error-logs',
  kind: 'mutation',
  method: 'POST',
  path: '/utility/public/v1/error-logs',
  permission: 'public',
  body: { message: text({ required: true, max: 500 }), code: text({ max: 80 }), at: text({ max: 200 }), detail: textarea({ max: 2_000 }) },
  reply: { of: 'message' },
  silent: true,
})
