/** The only way to publish a change. */
import type { Platform } from '#server/platform/core/context.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { startConversions } from '#server/video/start-conversions.ts'
import type { Shape } from '../query/shape.ts'
import { totalsOf } from '../query/totals.ts'
import type { Effect } from '../rules.ts'
import { changesOf, writeAudit } from './audit.ts'
import { react } from './effects.ts'

/** Who acts, and in which transaction. */
export type Actor = Pick<CallRequest, 'db' | 'user' | 'address' | 'mutation'> & Partial<Pick<CallRequest, 'host'>>

/** Returns the actor's part of an effect. */
export function describeActor(platform: Platform, { db, user, address, host, mutation }: Actor) {
  return { platform, db, user, address, host, mutation }
}

/** Writes the history, then informs the section's rules, reactions and cached totals, in the transaction of the change. */
export async function publishChange(shape: Shape, effects: readonly Effect[]): Promise<void> {
  const [first] = effects
  if (!first) return
  const announced = effects.map((effect) => ({ ...effect, changes: changesOf(shape, effect) }))
  await writeAudit(first.db, shape, announced)
  // An erased record was deleted for everybody before.
  const news = announced.filter(({ as }) => as !== 'erase')
  await startConversions(shape.section, news)
  if (news.length) await shape.hooks.afterChange?.(news)
  await react(shape.section.name, news)
  await totalsOf(first.platform.database).changed(first.db, [shape.section.name])
}
