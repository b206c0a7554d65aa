import type { DataMessage } from '#console/data/base/messages.ts'

/** Milliseconds for news (docs/product/messages.md#toasts); failures, warnings, lists and what has buttons stay longer (decision 28). */
const newsMs = 2_000
const failureMs = 6_000
/** Messages with a decision need time for a press. */
const decisionMs = 12_000
/** Of a customer's message, after which it stays while somebody holds it (docs/product/chat.md#alerts). */
export const roomMs = 6_000

/** Display time of a message in milliseconds; a customer's message is taken away by its own lines. */
export function durationOf({
  kind,
  fields,
  conflict,
  buttons,
  room,
  lines,
}: Pick<DataMessage, 'kind' | 'fields' | 'conflict' | 'buttons' | 'room' | 'lines'>): number {
  if (room !== undefined && lines) return Number.POSITIVE_INFINITY
  if (conflict !== undefined) return decisionMs
  return kind === 'error' || kind === 'warning' || fields || buttons ? failureMs : newsMs
}
