/** How the index of the cached leads is stored on the device: by columns, some thousand leads per part. */

/** Milliseconds since 1970, NaN for nothing. */
export const timeFields = ['created_at', 'updated_at', 'last_follow_up', 'next_follow_up'] as const
/** Values that many leads share: each is kept once, leads have its number. */
export const codedFields = [
  'status',
  'city',
  'campaign_id',
  'campaign_name',
  'sales',
  'sales_name',
  'created_by',
  'updated_by',
  'tags',
] as const
/** Texts of a lead's own; empty for nothing. */
export const textFields = ['name', 'phone', 'email'] as const

export type TimeField = (typeof timeFields)[number]
export type CodedField = (typeof codedFields)[number]
export type TextField = (typeof textFields)[number]

export interface Coded {
  values: unknown[]
  codes: Uint32Array
}

export interface LeadPart {
  part: number
  format: number
  refs: string[]
  ids: Float64Array
  times: Record<TimeField, Float64Array>
  coded: Record<CodedField, Coded>
  texts: Record<TextField, string[]>
  /** What a search looks through, in lower case. */
  search: string[]
  /** The words of all of them, each once; lead i has `words[wordEnds[i - 1] .. wordEnds[i]]`. */
  vocabulary: string[]
  words: Uint32Array
  wordEnds: Uint32Array
}

/** Another number means that the index is made anew from the rows. */
export const partFormat = 1
