/** Reported by a console when sending a message failed (docs/product/chat.md#failed-sending). What was written is no part of it. */

import { text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'

/** The header that carries the session's token, or that of a deployment. */
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
