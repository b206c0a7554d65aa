import type { DataMessage } from '#console/data/base/messages.ts'

/** Milliseconds for news (docs/product/messages.md#toasts); failures, warnings, lists and what has buttons stay longer (decision 28). */
const newsMs = 2_000
const failureMs = 6_000
/** Messages with a decision need time for a press. */
const decisionMs = 12_000

/** Display time of a message in milliseconds. */
export function durationOf({ kind, fields, conflict, buttons }: Pick<DataMessage, 'kind' | 'fields' | 'conflict' | 'buttons'>): number {
  if (conflict !== undefined) return decisionMs
  return kind === 'error' || kind === 'warning' || fields || buttons ? failureMs : newsMs
}
