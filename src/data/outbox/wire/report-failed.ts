/**
 * Tells the server of a message of the chat that ended failed (docs/product/chat.md#failed-sending):
 * why, and which, never what was written. Page and worker alike: the one that got the verdict reports it.
 */

import { messagesName, sendMessage } from '#contract/chat/messages.ts'
import type { ConsoleConfig } from '#contract/config.ts'
import { errorLog, errorLogToken } from '#contract/error-logs.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import { buildRequest, type WireRequest } from './build-request.ts'

export interface FailedMessage {
  /** Why it failed, in a word and a status. */
  message: string
  code: string
  at: string
  /** The mutation or message, and what was said of it by the server or the provider. */
  detail: string
}

/** A message that was parked: nothing more happens to it without the person. */
export function failedMessage(row: OutboxRow, verdict: Verdict): FailedMessage | null {
  if (verdict.kind !== 'parked' || row.section !== messagesName || row.action !== 'create') return null
  const { reason, error } = verdict
  return { message: `${reason} ${error.status}`, code: error.code, at: sendMessage.name, detail: `${row.id} ${error.message}`.trim() }
}

/** Never rejects: a report that is lost changes nothing for the person. */
export async function reportFailed(
  failed: FailedMessage,
  token: string | null,
  config: Pick<ConsoleConfig, 'hosts'>,
  send: (request: WireRequest) => Promise<unknown>,
): Promise<void> {
  if (!token) return
  const request = buildRequest(errorLog, { body: { ...failed, detail: failed.detail.slice(0, 2_000) } }, config)
  request.headers[errorLogToken] = token
  await send(request).catch(() => undefined)
}
