import { type SQL, sql } from 'drizzle-orm'

/** Ids as one parameter, a bigint[], each once: the planner knows their number, which it does not of a JSON text. */
export const arrayOf = (ids: Iterable<number>): SQL => sql`${`{${[...new Set(ids)].join()}}`}::bigint[]`

/** Texts as one parameter, a text[], each once: any number of them, where each as a parameter of its own has a limit. */
export const textsOf = (texts: Iterable<string>): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(texts)])}::jsonb))`
