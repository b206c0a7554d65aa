/** Switches of a list's cells with own calls. */

import { met } from '#contract/kit/field/condition.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Switch } from '#contract/kit/section/section-options.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { notNow } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { lockRow, seenBy } from '../query/read.ts'
import type { Shape } from '../query/shape.ts'
import { describeActor, publishChange } from './publish-change.ts'
import { writeColumns } from './write.ts'

/** Sets the switch `name` of a record to the sent value, with GET to its opposite. */
export async function applySwitch(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  name: string,
  options: Switch,
): Promise<Record<string, unknown>> {
  const { db, user, body, params } = request
  const key = options.key ?? name
  const id = options.by === 'get' ? params.id : body.id
  const before = await lockRow(db, shape, user, typeof id === 'number' ? id : toText(id))
  if (!met(options.when, before)) throw notNow(shape.fields, options.when, before)
  const value = options.by === 'get' ? before[name] !== true : body[key] === true
  const after = await writeColumns(shape, request, before.id, { [name]: value })
  await publishChange(shape, [{ ...describeActor(platform, request), before, after, input: { [name]: value } }])
  return seenBy(shape, user, after)
}
