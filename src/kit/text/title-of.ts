import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'

/** Title of a record: the field named by its section, else its id. */
export const titleOf = (section: Pick<Section, 'title'>, row: AnyRow): string => toText(row[section.title] ?? row.id)
