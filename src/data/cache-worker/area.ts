/** The areas that a device keeps whole, and by which columns each is found and ordered. */

import { type AccountEnd, memberAccess, type ProductLeave } from '#contract/commerce/member-access.ts'
import { type Fields, firstJoined } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { columnNames, rowFields, type Section } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import type { IndexPart } from '../outbox/store/index-part.ts'

export interface Columns {
  times: readonly string[]
  coded: readonly string[]
  texts: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

/** Fields that follow from others and the day, 'YYYY-MM-DD' in Jakarta. */
interface Daily {
  /** What they follow from: kept in the index, so that a new day need not read the rows. */
  facts: readonly string[]
  fields: readonly string[]
  on(facts: Values, day: string): Values
}

export interface Area {
  section: Section
  columns: Columns
  daily: Daily | null
}

const codedKinds: readonly string[] = ['choice', 'choices', 'reference', 'date', 'flag', 'tags']

/** Every filter has a column, and every single value of the list; other fields are ordered by reading the rows. */
export function columnsOf(section: Section, daily: Daily | null = null): Columns {
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
  const elsewhere = [...times, ...texts, ...(daily?.fields ?? [])]
  const named = [...list.filters, ...list.dates, ...single, ...joined].filter((name) => !elsewhere.includes(name))
  return { times, texts, coded: [...new Set([...named, ...(daily?.facts ?? [])])] }
}

const isAccount = (value: unknown): value is AccountEnd =>
  isRecord(value) && typeof value.product === 'string' && typeof value.type === 'string' && typeof value.expires_on === 'string'
const isLeave = (value: unknown): value is ProductLeave =>
  isRecord(value) && typeof value.product === 'string' && typeof value.start === 'string' && typeof value.end === 'string'
const listOf = <T>(value: unknown, is: (entry: unknown) => entry is T): T[] => (Array.isArray(value) ? value.filter(is) : [])

const memberDaily: Daily = {
  facts: ['products', 'leaves'],
  fields: ['access', 'status', 'products', 'remaining', 'ends_on'],
  on: ({ products, leaves }, day) => ({ ...memberAccess(listOf(products, isAccount), listOf(leaves, isLeave), day) }),
}

const areaOf = (section: Section, daily: Daily | null = null): Area => ({ section, columns: columnsOf(section, daily), daily })

export const areas: Readonly<Record<SyncedArea, Area>> = { leads: areaOf(leads), member: areaOf(member, memberDaily) }

/** Whether a part has these columns: a console that finds by others makes the index anew. */
export const hasColumns = ({ times, coded, texts }: IndexPart, columns: Columns): boolean =>
  columns.times.every((name) => name in times) &&
  columns.coded.every((name) => name in coded) &&
  columns.texts.every((name) => name in texts)
