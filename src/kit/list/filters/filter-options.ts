/** Options of a reference filter: all chosen values, then matches of the text on the device and on the server. */
import type { Option } from '#console/data/query/option-queries.ts'
import { searchForm } from '#contract/lib/search/words.ts'

export interface FilterChoice {
  value: string
  label: string
}

const maxOffered = 12

export interface Offer {
  /** Such as 'Unassigned'; searched, too. */
  special: readonly FilterChoice[]
  /** On the device. */
  cached: readonly FilterChoice[]
  /** By the server; empty without a connection. */
  found: readonly FilterChoice[]
  /** Names of chosen values that are in no other list. */
  named: readonly FilterChoice[]
  chosen: readonly string[]
  text: string
}

/** A query names a reference by id, a tag by name. */
export function toChoice(by: 'id' | 'label'): (option: Option) => FilterChoice {
  return ({ id, label }) => ({ value: by === 'id' ? String(id) : label, label })
}

/** A chosen value without a record, such as a deleted one, is listed by its id, so that it can be removed. */
export function offerChoices({ special, cached, found, named, chosen, text }: Offer): FilterChoice[] {
  const known = new Map([...named, ...found, ...cached, ...special].map((choice) => [choice.value, choice]))
  const first = chosen.map((value) => known.get(value) ?? { value, label: /^\d+$/.test(value) ? `#${value}` : value })
  const term = text.trim().toLowerCase()
  const here = [...special, ...cached].filter(({ label }) => searchForm(label).includes(searchForm(term)))
  const more = new Map([...here, ...(term ? found : [])].map((choice) => [choice.value, choice]))
  const rest = [...more.values()].filter(({ value }) => !chosen.includes(value))
  return [...first, ...rest.slice(0, Math.max(0, maxOffered - first.length))]
}
