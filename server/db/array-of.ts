import { type SQL, sql } from 'drizzle-orm'

/** Ids as one parameter, a bigint[], each once: the planner knows their number, which it does not of a JSON text. */
export const arrayOf = (ids: Iterable<number>): SQL => sql`${`{${[...new Set(ids)].join()}}`}::bigint[]`
