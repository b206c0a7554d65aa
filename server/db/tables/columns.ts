/** Column kinds whose values are the contract's own: the same JavaScript values on PGlite and Postgres. */
import { customType, bigint as int8, jsonb } from 'drizzle-orm/pg-core'

/** Text that sorts by code point, as the console sorts it on the device. */
export const text = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

/** ISO 8601 in UTC of a timestamp as Postgres writes it. */
export function isoTime(value: string): string {
  const iso = value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  return new Date(iso).toISOString()
}

/** A moment, ISO 8601 with offset. Milliseconds, because JavaScript has no finer ones. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoTime,
})

/** A whole number up to 2^53: money in rupiah, ids of other records. */
export const bigint = () => int8({ mode: 'number' })

/** Nested records, lists and files, as they stand in the contract. */
export const json = <T>() => jsonb().$type<T>()
