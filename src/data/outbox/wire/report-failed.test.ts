import { expect, it, vi } from 'vitest'
import { errorLogToken } from '#contract/error-logs.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { Verdict } from '../row/types.ts'
import type { WireRequest } from './build-request.ts'
import { unknownConfig } from './read-config.ts'
import { failedMessage, reportFailed } from './report-failed.ts'

const message = testRow({ seq: 1, id: 'm1', section: 'chat-messages', action: 'create', patch: { text: 'A secret' } })
const parked: Verdict = { kind: 'parked', reason: 'rejected', decided: true, error: { status: 422, code: 'invalid', message: 'No number' } }

it('a message that was refused is told with why and which, never with what was written', () => {
  const failed = failedMessage(message, parked)
  expect(failed).toEqual({ message: 'rejected 422', code: 'invalid', at: 'chat-messages.create', detail: 'm1 No number' })
  expect(failedMessage(message, { ...parked, error: { ...parked.error, message: '' } })?.detail).toBe('m1')
})

it('nothing is told of what is sent again, of another section or of no message', () => {
  expect(failedMessage(message, { kind: 'retry', afterMs: null, error: parked.error })).toBeNull()
  expect(failedMessage({ ...message, section: 'bank' }, parked)).toBeNull()
  expect(failedMessage({ ...message, action: 'update' }, parked)).toBeNull()
})

it('a report is sent with its token, cut to what is read, and what is lost changes nothing', async () => {
  const failed = { message: 'rejected 422', code: 'invalid', at: 'x', detail: 'd'.repeat(3_000) }
  const send = vi.fn<(request: WireRequest) => Promise<unknown>>(() => Promise.reject(new TypeError('no line')))
  await reportFailed(failed, null, unknownConfig, send)
  expect(send).not.toHaveBeenCalled()
  await reportFailed(failed, 'token', unknownConfig, send)
  const [[request] = []] = send.mock.calls
  expect(request?.headers[errorLogToken]).toBe('token')
  expect(JSON.parse(String(request?.body))).toEqual({ ...failed, detail: 'd'.repeat(2_000) })
})
