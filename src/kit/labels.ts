import { has, t } from '#console/i18n/i18n.ts'

/** The label of a field: `field.<name>`, or its name in words where nobody has given it one. */
export function fieldLabel(name: string): string {
  return has(`field.${name}`) ? t(`field.${name}`) : sentence(name)
}

/** The word of a choice: `choice.<value>`; codes such as EMT stand for themselves. */
export function choiceLabel(value: unknown): string {
  const text = String(value ?? '')
  return has(`choice.${text}`) ? t(`choice.${text}`) : text
}

/** A section's name: `section.<name>`, or what the navigation calls it. */
export function sectionLabel(name: string): string {
  return has(`section.${name}`) ? t(`section.${name}`) : t(`nav.${name}`)
}

function sentence(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
