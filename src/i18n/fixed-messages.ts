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
  'Status updated successfully': 'said.shiftUpdated',
  'Confirmation sent': 'said.confirmationSent',
  'image not available': 'list.noImage',
  'Filter date must not be empty': 'export.noDate',
  'Member id not found': 'chat.noMember',
} as const satisfies Readonly<Record<string, MessageId>>

/** Words of the API that say nothing more than that it was done, and what the console says instead. */
export const plainWords: Readonly<Record<string, MessageId>> = {
  ...{ 'Success delete data': 'said.deleted', 'Success delete': 'said.deleted', Deleted: 'said.deleted' },
  ...Object.fromEntries(
    ['OK', 'Saved', 'Done', 'Stopped', 'Moved', 'Sent', 'Noted', 'Dismissed', 'Closed', 'Registered'].map((word) => [
      word,
      'kit.saved' as const,
    ]),
  ),
}

const isFixed = (text: string): text is keyof typeof fixedMessages => Object.hasOwn(fixedMessages, text)

/** In statements: a conditional expression of so many ids is too complex for the compiler. */
function findId(text: string): MessageId | undefined {
  if (isFixed(text)) return fixedMessages[text]
  if (Object.hasOwn(plainWords, text)) return plainWords[text]
  return undefined
}

/** Translates a fixed message; other text, such as the server's, is returned unchanged. */
export function localised(text: string): string {
  const id = findId(text)
  return id !== undefined && has(id) ? t(id) : text
}
