import type { DataMessage } from '#console/data/base/messages.ts'

/** News, as the base contract says (docs/product/messages.md#toasts); failures and lists stay until they are read (decision 28). */
const newsMs = 2_000
const failureMs = 6_000
/** What asks for a decision waits for the hand, too. */
const decisionMs = 12_000

/** How long a message is shown, in milliseconds. */
export function durationOf({ kind, fields, conflict }: Pick<DataMessage, 'kind' | 'fields' | 'conflict'>): number {
  if (conflict !== undefined) return decisionMs
  return kind === 'error' || fields ? failureMs : newsMs
}
