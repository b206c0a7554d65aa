/** How a lead is kept on the device: the row, and beside it what it is found and ordered by. */
import type { AnyRow } from '#contract/kit/section.ts'
import { fieldOf } from '#contract/kit/section.ts'
import { leads } from '#contract/sections/leads.ts'
import { searchText, sortKey } from './list-evaluate.ts'

/** Fields with an index of their own; any other field is sorted and filtered by a scan in batches. */
export const indexedLeadFields = [
  'name',
  'status',
  'sales',
  'campaign_id',
  'city',
  'created_at',
  'updated_at',
  'last_follow_up',
  'next_follow_up',
] as const
export type IndexedLeadField = (typeof indexedLeadFields)[number]

/** An empty list is the one IndexedDB key that comes after all numbers and texts, as SQL's null does. */
export type LeadKey = number | string | []

export interface LeadRecord {
  ref: string
  id: number
  row: AnyRow
  tags: string[]
  key: Record<string, LeadKey>
}

export interface LeadText {
  ref: string
  text: string
}

export function isIndexed(name: string): name is IndexedLeadField {
  return indexedLeadFields.some((field) => field === name)
}

export function leadKey(name: string, value: unknown): LeadKey {
  const field = fieldOf(leads, name)
  return sortKey(field, value) ?? []
}

export function toLeadRecord(row: AnyRow): LeadRecord {
  const key = Object.fromEntries(indexedLeadFields.map((name) => [name, leadKey(name, row[name])]))
  return { ref: row.ref, id: row.id, row, tags: Array.isArray(row.tags) ? row.tags.map(String) : [], key }
}

export function toLeadText(row: AnyRow): LeadText {
  return { ref: row.ref, text: searchText(leads, row) }
}
