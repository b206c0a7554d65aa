/** What a filter of references offers: every chosen value, then what the text finds on the device and on the server. */
import type { Option } from '#console/data/query/option-queries.ts'

export interface FilterChoice {
  value: string
  label: string
}

const maxOffered = 12

export interface Offer {
  /** Such as 'Unassigned'; found as any other. */
  special: readonly FilterChoice[]
  /** On the device. */
  cached: readonly FilterChoice[]
  /** By the server; empty without a connection. */
  found: readonly FilterChoice[]
  /** The names of chosen values that are among neither. */
  named: readonly FilterChoice[]
  chosen: readonly string[]
  text: string
}

/** A reference stands in a query by its number, a tag by its name. */
export function toChoice(by: 'id' | 'label'): (option: Option) => FilterChoice {
  return ({ id, label }) => ({ value: by === 'id' ? String(id) : label, label })
}

/** A chosen value that nobody knows, such as of a deleted record, stands there by its number, so that it can be taken away. */
export function offerChoices({ special, cached, found, named, chosen, text }: Offer): FilterChoice[] {
  const known = new Map([...named, ...found, ...cached, ...special].map((choice) => [choice.value, choice]))
  const first = chosen.map((value) => known.get(value) ?? { value, label: /^\d+$/.test(value) ? `#${value}` : value })
  const term = text.trim().toLowerCase()
  const here = [...special, ...cached].filter(({ label }) => label.toLowerCase().includes(term))
  const more = new Map([...here, ...(term ? found : [])].map((choice) => [choice.value, choice]))
  const rest = [...more.values()].filter(({ value }) => !chosen.includes(value))
  return [...first, ...rest.slice(0, Math.max(0, maxOffered - first.length))]
}
