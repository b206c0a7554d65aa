/** The search of everything (docs/product/lists.md#search-everywhere): the first records of each section that a person may read. */
import { flag, number, rows, text } from './kit/field/field.ts'
import { backOfficeQuery } from './kit/section/back-office.ts'
import { call } from './kit/section/call.ts'
import type { Hit } from './kit/section/hit.ts'

/** Fewer characters match everything. */
export const minSearched = 2
/** Records of a section; the rest is in its list. */
export const hitsOfSection = 5

export interface HitGroup {
  section: string
  /** Whether the section's list has more of them. */
  more: boolean
  /** None has the text as typed: these are nearly meant. */
  fuzzy: boolean
  hits: readonly Hit[]
}

const hit = {
  id: number({ required: true, integer: true, min: 1 }),
  ref: text({ required: true }),
  title: text({ required: true }),
  phone: text({}),
  detail: text({}),
} as const

const group = {
  section: text({ required: true }),
  more: flag({ required: true }),
  fuzzy: flag({ required: true }),
  hits: rows(hit, { max: hitsOfSection }),
} as const

export const searchEverywhere = call({
  name: 'search.everywhere',
  kind: 'query',
  method: 'GET',
  path: '/api/search',
  permission: 'signed-in',
  query: { search: text({ required: true, max: 100 }), ...backOfficeQuery },
  reply: { of: 'object', fields: { groups: rows(group, { max: 60 }) } },
  silent: true,
})
