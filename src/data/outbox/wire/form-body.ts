/** The bodies of forms; apart from build-request.ts, because no first row needs them. */

import { formEntries } from '#contract/kit/field/form-entries.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { shortName } from '#contract/lib/file-name.ts'
import { isStaged, isStoredAgain } from '#contract/uploads.ts'
import { isChosen } from './build-request.ts'

/**
 * What a call sends: of a multipart call a form, of any other the body itself. A stored file that did not change is not sent again:
 * the update mask does not name it; a copy and an earlier version name it.
 */
export function formBody(call: Call<unknown>, body: unknown): unknown {
  if (call.encoding !== 'multipart' || call.removal) return body
  const form = new FormData()
  const fields = call.body ?? {}
  for (const [name, value] of formEntries(fields, isRecord(body) ? body : {}, call.part)) {
    const kind = fields[name]?.kind
    if (isChosen(value)) form.append(name, value.content, shortName(value.name))
    else if (isStaged(value)) form.append(name, JSON.stringify(value))
    else if (call.action === 'create' || !(kind && isFile(kind)) || isStoredAgain(value))
      form.append(name, isRecord(value) ? JSON.stringify(value) : toText(value))
  }
  return form
}
