/** What a form of a public page sent. */
import type { Entered } from '#contract/pages/form-fields.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { readBytes } from '#server/platform/http/body.ts'

const maxFormBytes = 64_000

/** Throws 413 and 415. Of fields that are sent twice the last counts. */
export async function readForm(request: Request): Promise<Entered> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bytes = await readBytes(request, maxFormBytes)
  if (type !== 'application/x-www-form-urlencoded') throw new ApiError('unsupported_media')
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
}
