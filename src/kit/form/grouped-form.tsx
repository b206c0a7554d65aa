import { Fragment, type ReactNode } from 'react'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { FieldOptions, FormTools } from './values/tools.ts'

/** The default form of a section: its groups of fields, with options for single fields. */
export function groupedForm(section: Section, optionsOf: (record: AnyRow | null) => Partial<Record<string, FieldOptions>> = () => ({})) {
  return ({ field, group, record }: FormTools): ReactNode => {
    const options = optionsOf(record)
    return section.groups.map(({ title, fields }) => {
      const drawn = fields.map((name) => field(name, { ...(name === section.title && { wide: true }), ...options[name] }))
      return <Fragment key={title ?? ''}>{title === undefined ? drawn : group(title, drawn)}</Fragment>
    })
  }
}
