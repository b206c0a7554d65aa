/** What sections do when records of others change, in the same transaction. A section subscribes when it is served (serve.ts). */
import type { Fields } from '#contract/kit/field/field.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { Announced } from '../rules.ts'

export interface Reaction {
  /** Of the records that change. */
  section: string
  /** Runs when any of these is another; a new record changes what it has, and a deleted one as well. */
  fields: readonly string[]
  /** With every record of one change, `tx` alone as their `db`. What leaves the house is a job of `after`. */
  run(effects: readonly Announced[]): Promise<void>
}

/** One entry of the rules' `on`. */
export function whenChanged<F extends Fields>(section: Section<F>, fields: readonly (keyof F & string)[], run: Reaction['run']): Reaction {
  return { section: section.name, fields, run }
}

const subscribed = new Map<string, Map<string, readonly Reaction[]>>()

/** What was subscribed under this name before no longer counts. */
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

/** Changes that reactions make have reactions of their own; a chain of more than these is two sections that answer each other. */
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
