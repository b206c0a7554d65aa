import type { ReactNode } from 'react'
import type { Field } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { SavedWork } from './use-after-save.ts'

export type FormValues = Record<string, unknown>

/** What an input gets: its field, its value as the form holds it, and where it stands. */
export interface InputProps {
  id: string
  /** Path in the record, such as `sales.0.sales_id`. */
  name: string
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  invalid: boolean
  disabled: boolean
  label: string
}

export interface FieldOptions {
  /** Takes the whole width; long kinds do by themselves. */
  wide?: boolean
  /** Label `field.<label>`, where it is not `field.<name>`. */
  label?: string
  hint?: ReactNode
  /** Shown, but not to be changed any more. */
  fixed?: boolean
  /** Replaces the kind's own input. */
  input?: (props: InputProps) => ReactNode
}

/** What a section's form is written with. */
export interface FormTools<Name extends string = string> {
  field(name: Name, options?: FieldOptions): ReactNode
  /** Fields under a heading, the message `<section>.group.<name>`. */
  group: (name: string, children: ReactNode) => ReactNode
  /** Draws something from the values as they are typed, such as a preview. */
  watch: (render: (values: Readonly<FormValues>) => ReactNode) => ReactNode
  /** Null on an add form. */
  record: AnyRow | null
  /** Has work done once the record is saved or waits; gives what calls that off. */
  afterSave: (work: SavedWork) => () => void
}
