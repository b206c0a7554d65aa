/** Templates and their filled-in text. */

export interface Template {
  name: string
  language: string
  body: string
  places: number
}

/** Splits the body into text and placeholders, numbered from 1 ('{{1}}'). */
export function templateParts(body: string): { text: string; place: number | null; at: number }[] {
  const parts: { text: string; place: number | null; at: number }[] = []
  let from = 0
  for (const match of body.matchAll(/\{\{(\d+)\}\}/g)) {
    if (match.index > from) parts.push({ text: body.slice(from, match.index), place: null, at: from })
    parts.push({ text: match[0], place: Number(match[1]), at: match.index })
    from = match.index + match[0].length
  }
  if (from < body.length) parts.push({ text: body.slice(from), place: null, at: from })
  return parts
}

/** The body with placeholders replaced; one without a value stays as written. */
export const templateText = ({ body }: Template, values: readonly string[]): string =>
  templateParts(body)
    .map(({ text, place }) => (place === null ? text : values[place - 1] || text))
    .join('')

/** Whether no place is empty. */
export const isFilled = (template: Template, values: readonly string[]): boolean =>
  Array.from({ length: template.places }, (_, at) => values[at]?.trim() ?? '').every((value) => value !== '')

/** Fills the first place with the customer's name, so that most templates need one more press. */
export const startValues = (template: Template, customer: string): string[] =>
  Array.from({ length: template.places }, (_, at) => (at === 0 ? customer : ''))
