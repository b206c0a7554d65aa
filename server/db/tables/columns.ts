/** Column types with the contract's values: equal JavaScript values on PGlite and Postgres. */
import { customType, bigint as int8, jsonb } from 'drizzle-orm/pg-core'

/** Text sorted by code point, as the console sorts on the device. */
export const text = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

/** Returns ISO 8601 in UTC of a Postgres timestamp. */
export function isoTime(value: string): string {
  const iso = value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  return new Date(iso).toISOString()
}

/** ISO 8601 with offset, in milliseconds as in JavaScript. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoTime,
})

/** A whole number up to 2^53: rupiah, ids of other records. */
export const bigint = () => int8({ mode: 'number' })

/** Nested records, lists and files in the contract's form. */
export const json = <T>() => jsonb().$type<T>()
