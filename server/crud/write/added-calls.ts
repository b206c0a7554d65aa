/** Calls that a section adds to the regular ones. */

import { met } from '#contract/kit/field/condition.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { SectionCall } from '#contract/kit/section/section-options.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { notNow } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { lockRow, readOne, seenBy } from '../query/read.ts'
import type { Shape } from '../query/shape.ts'
import type { Handler } from '../rules.ts'
import { describeActor, publishChange } from './publish-change.ts'
import { writeColumns } from './write.ts'

/** A call that a section adds: as it is served, when it may be run, and what it does. */
export interface Added extends Pick<Call, 'kind' | 'path'> {
  options: Pick<SectionCall, 'when' | 'judges'> | undefined
  handler: Handler
}

/** Runs a section's handler over the record that the path names; its answer is the body, or the record it gives. */
export async function answerAdded(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  { kind, path, options, handler }: Added,
): Promise<unknown> {
  const { db, user, params, ifMatch } = request
  const isOfRecord = params.id !== undefined && path.includes('{id}')
  const isWrite = kind === 'mutation'
  const before = !isOfRecord ? null : isWrite ? await lockRow(db, shape, user, params.id ?? '') : null
  // A query of a record that the person may not see is answered as if there were none.
  if (isOfRecord && !isWrite) await readOne(db, shape, user, params.id ?? '')
  if (before && ifMatch !== null && ifMatch !== before.version)
    throw new ApiError('stale', undefined, { current: seenBy(shape, user, before) })
  if (before && !options?.judges && !met(options?.when, before)) throw notNow(shape.fields, options?.when, before)
  return handler(request, {
    platform,
    shape,
    before,
    async write(values) {
      if (!before) throw new Error(`${shape.section.name}: the call is of no record`)
      const after = await writeColumns(shape, request, before.id, values)
      await publishChange(shape, [{ ...describeActor(platform, request), before, after, input: values }])
      return seenBy(shape, user, after)
    },
  })
}
