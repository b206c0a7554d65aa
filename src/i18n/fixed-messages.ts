/**
 * Messages that the base contract gives word for word (docs/product/messages.md#fixed-messages). They are English on the
 * wire and in the API; a person reads them in their language.
 */
import { has, t } from './i18n.ts'
import type { MessageId } from './message-id.ts'

/** Those that come as text from the server or the data layer, with the catalog entry that says the same. */
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

/** A fixed message in the person's language; any other text, such as the server's own words, as it is. */
export function localised(text: string): string {
  const id = isFixed(text) ? fixedMessages[text] : null
  return id && has(id) ? t(id) : text
}
