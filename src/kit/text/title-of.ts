import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'

/** What a person calls a record: the field that its section names, else its number. */
export const titleOf = (section: Pick<Section, 'title'>, row: AnyRow): string => toText(row[section.title] ?? row.id)
