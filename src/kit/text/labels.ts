/** Labels of fields, choices and sections: a section's own first (`slider.title`), then shared ones (`field.title`). */

import { has, t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'

const written = (id: string | undefined): id is MessageId => id !== undefined && has(id)

/** Returns the first message that exists. */
function firstOf(...ids: readonly (string | undefined)[]): string | null {
  const id = ids.find(written)
  return id === undefined ? null : t(id)
}

/** Label of a field by its message id (`of`) and its name; null where it has none. */
export function labelOf(of: string | undefined, name: string): string | null {
  return firstOf(of, `field.${name}`)
}

/** Label of a field, or its name in words where it has none. */
export function fieldLabel(name: string, field?: Field): string {
  return labelOf(field?.of, name) ?? sentence(name)
}

/** Help text under a field; null where it has none. */
export function fieldHint(field: Field): string | null {
  return firstOf(`${field.of}.hint`)
}

/**
 * Label of a choice: its field's own (`slider.placement.home`), because equal values of different fields may differ in meaning, or
 * `choice.<value>`; codes such as EMT and numbers are shown as they are.
 */
export function choiceLabel(value: unknown, field?: Field): string {
  const text = toText(value)
  const shared = field && typeof value === 'number' ? undefined : `choice.${text}`
  return firstOf(field && `${field.of}.${text}`, shared) ?? text
}

/** 'Active' or 'Inactive' of what a field `is_active` switches, else 'Yes' or 'No' (docs/product/lists.md#flags). */
export function flagLabel(value: unknown, field?: Field): string {
  const on = toText(value) === 'true'
  return choiceLabel(!field?.of?.endsWith('.is_active') ? String(on) : on ? 'active' : 'inactive', field)
}

/** Name of one record of a section, or the section's name in the navigation until those names are loaded. */
export function sectionLabel(name: string): string {
  return firstOf(`section.${name}`) ?? t(`nav.${name}`)
}

/** Label of a section's call on its buttons: `<section>.call.<name>`. */
export function callLabel(name: string, section: string): string {
  return firstOf(`${section}.call.${name}`) ?? sentence(name)
}

/** Question before a call runs: `<section>.call.<name>.ask`. */
export function callQuestion(name: string, section: string): string {
  return firstOf(`${section}.call.${name}.ask`) ?? callLabel(name, section)
}

/** Heading of a group of fields, or of one of several lists. */
export function partLabel(part: 'group' | 'view', name: string, section: string): string {
  return firstOf(`${section}.${part}.${name}`, `${part}.${name}`) ?? sentence(name)
}

function sentence(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
