/** A few sections that together have all traits: kit tests run on these, and on all in the long run. */
import type { Fields } from '#contract/kit/field/field.ts'
import type { Section } from '#contract/kit/section/section.ts'

const kindsOf = (fields: Fields): string[] => Object.values(fields).flatMap(({ kind, fields: nested }) => [kind, ...kindsOf(nested ?? {})])

/** Traits of a section: field kinds, actions on records, and formats of sending. */
export const traitsOf = (section: Section): ReadonlySet<string> =>
  new Set([
    ...kindsOf(section.fields).map((kind) => `field ${kind}`),
    ...section.actions.map((action) => `action ${action}`),
    ...(['order', 'trash', 'duplicate', 'export', 'import'] as const).filter((option) => section[option]),
    ...(section.wire.part ? ['part'] : []),
    ...(['inline', 'bulkEdit', 'dates', 'filters'] as const)
      .filter((option) => section.list[option].length)
      .map((option) => `list ${option}`),
    ...(section.kind === 'setting' ? ['setting'] : []),
    ...(Object.keys(section.views).length > 1 ? ['views'] : []),
    ...(Object.keys(section.switches).length ? ['switches'] : []),
    ...(section.children.length ? ['children'] : []),
    `offline ${section.offline}`,
    `encoding ${section.encoding}`,
    `remove by ${section.wire.removal.by}`,
  ])

/** A few of these sections that together have every trait; always the same. */
export function covering(sections: readonly Section[]): readonly Section[] {
  const missing = new Set(sections.flatMap((section) => [...traitsOf(section)]))
  const chosen: Section[] = []
  const brings = (section: Section) => [...traitsOf(section)].filter((trait) => missing.has(trait)).length
  while (missing.size) {
    const best = sections.reduce((one, other) => (brings(other) > brings(one) ? other : one))
    for (const trait of traitsOf(best)) missing.delete(trait)
    chosen.push(best)
  }
  return chosen
}
