import type { AnyRow } from '#contract/kit/section.ts'
import { type Audience, writeLeadChanges } from '#server/crud/lead-feed.ts'
import type { Effect } from '#server/crud/rules.ts'

export function audienceOf(row: AnyRow): Audience {
  return { sales: Number(row.sales ?? 0) }
}

/** Tells devices. */
export async function feed(effects: readonly Effect[]): Promise<void> {
  const [first] = effects
  if (!first) return
  await writeLeadChanges(
    first.db,
    effects.flatMap(({ before, after }) => {
      const row = after ?? before
      return row ? [{ ref: row.ref, before: before && audienceOf(before), after: after && audienceOf(after) }] : []
    }),
  )
}
