/** The areas that a device keeps whole, and by which columns each is found and ordered. */
import { type Fields, firstJoined } from '#contract/kit/field.ts'
import { columnNames, rowFields, type Section } from '#contract/kit/section.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import type { IndexPart } from '../outbox/index-part.ts'

export interface Columns {
  times: readonly string[]
  coded: readonly string[]
  texts: readonly string[]
}

export interface Area {
  section: Section
  columns: Columns
}

const codedKinds: readonly string[] = ['choice', 'choices', 'reference', 'date', 'flag', 'tags']

/** Every filter has a column, and every single value of the list; other fields are ordered by reading the rows. */
export function columnsOf(section: Section): Columns {
  const { list } = section
  const fields: Fields = rowFields(section)
  const kindOf = (name: string) => fields[name]?.kind ?? ''
  const times = list.dates.filter((name) => kindOf(name) === 'dateTime')
  const isOwnText = (name: string) => !list.filters.includes(name) && !fields[name]?.readOnly
  const texts = list.search.filter((name) => ['text', 'phone', 'email'].includes(kindOf(name)) && isOwnText(name))
  const shown = columnNames(section).map(({ name }) => name)
  const single = shown.filter((name) => codedKinds.includes(kindOf(name)) || (kindOf(name) === 'text' && fields[name]?.readOnly))
  // A reference is ordered by what is shown of it.
  const joined = [...list.filters, ...shown].flatMap((name) => firstJoined(fields, name) ?? [])
  const coded = [...new Set([...list.filters, ...list.dates, ...single, ...joined])].filter((name) => ![...times, ...texts].includes(name))
  return { times, coded, texts }
}

const areaOf = (section: Section): Area => ({ section, columns: columnsOf(section) })

export const areas: Readonly<Record<SyncedArea, Area>> = { leads: areaOf(leads) }

/** Whether a part has these columns: a console that finds by others makes the index anew. */
export const hasColumns = ({ times, coded, texts }: IndexPart, columns: Columns): boolean =>
  columns.times.every((name) => name in times) &&
  columns.coded.every((name) => name in coded) &&
  columns.texts.every((name) => name in texts)
