/** A write that cannot wait: sent at once, with the same headers and body the outbox would send. */
import { isSectionName, sections } from '#contract/sections/index.ts'
import { toApiError } from '../api/api-error.ts'
import { getConfig } from '../api/config.ts'
import { requestWire } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { mutationRequest } from '../outbox/wire/mutation.ts'
import { plainRequest, wholeRecord } from '../outbox/wire/plain-request.ts'
import { invalidateSection } from '../query/queries.ts'
import type { Submission } from './submit.ts'

export async function sendMutation(submission: Submission, patch: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { call } = submission
  const name = call.section ?? ''
  const section = isSectionName(name) ? await sections[name]() : null
  const { params = {}, touches = [], base = null } = submission
  const { session } = sessionStore.get()
  const full = section && base && call.action === 'update' ? wholeRecord(section, base.values, patch) : patch
  const wire = session?.plain
    ? plainRequest({ call, section, params, touches, patch: full }, getConfig())
    : mutationRequest({ call, section, params, touches, patch, base }, getConfig())
  const response = await requestWire(wire, call.permission !== 'public', { onProgress: submission.onProgress })
  // The next attempt starts from the record as it is.
  if (response.status === 412 && name) void invalidateSection(name)
  if (response.status < 200 || response.status > 299) throw toApiError(response.status, response.body)
  if (name) await invalidateSection(name)
  return response.body
}
