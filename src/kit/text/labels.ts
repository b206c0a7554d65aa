/** Words of fields, choices and sections: a section's own first (`slider.title`), then those that all share (`field.title`). */

import { has, t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'

const written = (id: string | undefined): id is MessageId => id !== undefined && has(id)

/** The first of these messages that there is. */
function firstOf(...ids: readonly (string | undefined)[]): string | null {
  const id = ids.find(written)
  return id === undefined ? null : t(id)
}

/** The label of a field by where it stands (`of`) and its name; null where nobody has given it one. */
export function labelOf(of: string | undefined, name: string): string | null {
  return firstOf(of, `field.${name}`)
}

/** The label of a field, or its name in words where nobody has given it one. */
export function fieldLabel(name: string, field?: Field): string {
  return labelOf(field?.of, name) ?? sentence(name)
}

/** What stands under a field to help; null where its section says nothing. */
export function fieldHint(field: Field): string | null {
  return firstOf(`${field.of}.hint`)
}

/**
 * The word of a choice: its field's own (`slider.placement.home`), because values of different fields may be equal and mean
 * different things, or `choice.<value>`; codes such as EMT and the numbers of a field stand for themselves.
 */
export function choiceLabel(value: unknown, field?: Field): string {
  const text = toText(value)
  const shared = field && typeof value === 'number' ? undefined : `choice.${text}`
  return firstOf(field && `${field.of}.${text}`, shared) ?? text
}

/** What one record of a section is called, or what the navigation calls the section until those names are there. */
export function sectionLabel(name: string): string {
  return firstOf(`section.${name}`) ?? t(`nav.${name}`)
}

/** What a section's call is called on its buttons: `<section>.call.<name>`. */
export function callLabel(name: string, section: string): string {
  return firstOf(`${section}.call.${name}`) ?? sentence(name)
}

/** What is asked before it runs: `<section>.call.<name>.ask`. */
export function callQuestion(name: string, section: string): string {
  return firstOf(`${section}.call.${name}.ask`) ?? callLabel(name, section)
}

/** The heading of fields that stand together, or of one of several lists. */
export function partLabel(part: 'group' | 'view', name: string, section: string): string {
  return firstOf(`${section}.${part}.${name}`, `${part}.${name}`) ?? sentence(name)
}

function sentence(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
