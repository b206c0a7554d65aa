/**
 * Fixed messages of the base contract (docs/product/messages.md#fixed-messages). They are English on the wire and in the API, and
 * translated for display.
 */
import { has, t } from './i18n.ts'
import type { MessageId } from './message-id.ts'

/** Texts of the server or the data layer, with their catalog entries. */
export const fixedMessages = {
  'access_token expired': 'session.expired',
  'Invalid access_token': 'session.invalid',
  'Failed to login with token.': 'session.failed',
  'Something wrong': 'app.wrong',
  'No Internet Connection': 'connection.none',
  "You don't have access": 'app.noAccess',
  'You do not have permission to initiate chat': 'chat.mayNotStart',
  'Success delete data': 'said.deleted',
  'Status updated successfully': 'said.shiftUpdated',
  'Confirmation sent': 'said.confirmationSent',
  'image not available': 'list.noImage',
  'Filter date must not be empty': 'export.noDate',
  'Member id not found': 'chat.noMember',
} as const satisfies Readonly<Record<string, MessageId>>

const isFixed = (text: string): text is keyof typeof fixedMessages => Object.hasOwn(fixedMessages, text)

/** Translates a fixed message; other text, such as the server's, is returned unchanged. */
export function localised(text: string): string {
  const id = isFixed(text) ? fixedMessages[text] : null
  return id && has(id) ? t(id) : text
}
