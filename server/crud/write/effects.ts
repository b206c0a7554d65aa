/** Reactions of sections to changes in others, in the same transaction. Subscribed when a section is served (serve.ts). */
import type { Fields } from '#contract/kit/field/field.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { Announced } from '../rules.ts'

export interface Reaction {
  /** Section that changes. */
  section: string
  /** Runs when one of them changes; also on create with it, and on delete. */
  fields: readonly string[]
  /** Gets all records of one change, with `tx` as `db`. External effects are jobs of `after`. */
  run(effects: readonly Announced[]): Promise<void>
}

/** One entry of the rules' `on`. */
export function whenChanged<F extends Fields>(section: Section<F>, fields: readonly (keyof F & string)[], run: Reaction['run']): Reaction {
  return { section: section.name, fields, run }
}

const subscribed = new Map<string, Map<string, readonly Reaction[]>>()

/** Replaces earlier subscriptions under this name. */
export function subscribe(subscriber: string, reactions: readonly Reaction[]): void {
  for (const each of subscribed.values()) each.delete(subscriber)
  for (const section of new Set(reactions.map((each) => each.section))) {
    const known = subscribed.get(section) ?? new Map<string, readonly Reaction[]>()
    subscribed.set(
      section,
      known.set(
        subscriber,
        reactions.filter((each) => each.section === section),
      ),
    )
  }
}

/** Maximum chain of reactions to reactions; a longer one is a loop of two sections. */
const maxDepth = 3

export async function react(section: string, effects: readonly Announced[]): Promise<void> {
  for (const [subscriber, reactions] of subscribed.get(section) ?? [])
    for (const { fields, run } of reactions) {
      const own = effects.filter(({ changes }) => fields.some((name) => Object.hasOwn(changes, name)))
      const [first] = own
      if (!first) continue
      if ((first.depth ?? 0) < maxDepth) await run(own)
      else first.platform.log.error({ section, subscriber, fields }, 'a chain of effects was ended')
    }
}
