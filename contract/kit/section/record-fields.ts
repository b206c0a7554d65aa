import { dateTime, type Fields, number, text } from '../field/field.ts'

/** Fields that every record has. `ref` is a UUIDv7 made by its creator; `version` counts changes. */
export const recordFields = {
  id: number({ readOnly: true, required: true, integer: true }),
  ref: text({ readOnly: true, required: true }),
  version: number({ readOnly: true, required: true, integer: true }),
  created_at: dateTime({ readOnly: true, required: true }),
  created_by: text({ readOnly: true }),
  updated_at: dateTime({ readOnly: true, required: true }),
  updated_by: text({ readOnly: true }),
} as const satisfies Fields

export type RecordField = keyof typeof recordFields
