/** A change as it begins to wait, wherever it is made: in a page, or by a press on an alert in the service worker. */
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { again } from './settle.ts'
import type { NewRow } from './types.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Refs that a patch mentions, at any depth. */
function refsIn(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(refsIn)
  return isRecord(value) ? Object.values(value).flatMap(refsIn) : []
}

type Given = Pick<NewRow, 'owner' | 'touches' | 'patch'> &
  Partial<Pick<NewRow, 'id' | 'params' | 'base' | 'files' | 'label' | 'plain'>> & {
    /** Where refs stand that it depends on; the patch, unless files have keys in it. */
    mentions?: unknown
  }

/** A queued row under an id of its own unless one is given; `label` is what the record is called. */
export function makeRow(call: Call<unknown>, given: Given): NewRow {
  const { id = uuidv7(), owner, touches, patch, params = {}, base = null, files = [], label = '', plain, mentions = patch } = given
  return {
    id,
    owner,
    call: call.name,
    section: call.section ?? '',
    action: call.action ?? '',
    touches,
    // A path may name a record, too: the lead that an attachment belongs to.
    dependsOn: [...new Set(refsIn([mentions, params]))].filter((ref) => !touches.includes(ref)),
    payloadVersion: call.payloadVersion,
    params,
    patch,
    base,
    files,
    label,
    ...again,
    createdAt: Date.now(),
    ...(plain && { plain }),
  }
}
