import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionLabel } from './labels.ts'

/** Title of a record: the field named by its section, else its id; one that waits may have neither. */
export const titleOf = (section: Pick<Section, 'title' | 'name'>, row: AnyRow): string =>
  toText(row[section.title] ?? (row.id || sectionLabel(section.name)))
