/** Calls added by a section. */

import { met } from '#contract/kit/field/condition.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { problemOf } from '#contract/kit/section/breach-problem.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { type Breach, judgeCall } from '#contract/kit/section/call-rule.ts'
import type { SectionCall } from '#contract/kit/section/section-options.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { isRefusalCode, notNow, refusal } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { lockRow, readOne, seenBy } from '../query/read.ts'
import type { Shape } from '../query/shape.ts'
import type { Handler } from '../rules.ts'
import { describeActor, publishChange } from './publish-change.ts'
import { writeColumns } from './write.ts'

/** A call of a section: definition, condition and handler. */
export interface Added extends Pick<Call, 'kind' | 'path' | 'body'> {
  options: Pick<SectionCall, 'when' | 'judges' | 'rules'> | undefined
  handler: Handler
}

/** Throws 422: words at the fields, or those of the record's state as the reason. */
function refuseBreaches(breaches: ReadonlyMap<string, Breach>, body: Fields | undefined): void {
  const fields: Record<string, FieldProblem> = {}
  for (const [field, breach] of breaches) {
    const { code, params, isRefusal } = breach
    if (isRefusal && isRefusalCode(code)) {
      const { message, reason } = refusal(code, { ...params })
      throw new ApiError('invalid', message, { reason })
    }
    fields[field] = problemOf(breach, field, body)
  }
  if (breaches.size) throw new ApiError('invalid', undefined, { fields })
}

/** Runs a section's handler on the record of the path; its result is the body, or the record's. */
export async function answerAdded(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  { kind, path, body: fields, options, handler }: Added,
): Promise<unknown> {
  const { db, user, params, ifMatch } = request
  const isOfRecord = params.id !== undefined && path.includes('{id}')
  const isWrite = kind === 'mutation'
  if (isOfRecord && isWrite) await shape.hooks.lockFirst?.(db, [params.id ?? ''])
  const before = !isOfRecord ? null : isWrite ? await lockRow(db, shape, user, params.id ?? '') : null
  // A query of an invisible record is answered with 404.
  if (isOfRecord && !isWrite) await readOne(db, shape, user, params.id ?? '')
  if (before && ifMatch !== null && ifMatch !== before.version)
    throw new ApiError('stale', undefined, { current: seenBy(shape, user, before) })
  if (before && !options?.judges && !met(options?.when, before)) throw notNow(shape.fields, options?.when, before)
  if (before && options?.rules) refuseBreaches(judgeCall(options.rules, before, request.body, Date.now()), fields)
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
