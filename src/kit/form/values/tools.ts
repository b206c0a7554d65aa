import type { ReactNode } from 'react'
import type { Field } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { SavedWork } from './use-after-save.ts'

export type FormValues = Record<string, unknown>

/** Props of an input: its field, its value in the form, and its place. */
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
  /** Full width; long kinds have it by default. */
  wide?: boolean
  /** Label `field.<label>`, where it is not `field.<name>`. */
  label?: string
  hint?: ReactNode
  /** Shown as read-only. */
  fixed?: boolean
  /** Replaces the kind's own input. */
  input?: (props: InputProps) => ReactNode
}

/** Tools with which a form is drawn. */
export interface FormTools<Name extends string = string> {
  field(name: Name, options?: FieldOptions): ReactNode
  /** Fields under a heading, the message `<section>.group.<name>`. */
  group: (name: string, children: ReactNode) => ReactNode
  /** Content of the side without fields, such as a preview; draws nothing in its place. */
  side: (children: ReactNode) => null
  /** Renders from the current values, such as a preview. */
  watch: (render: (values: Readonly<FormValues>) => ReactNode) => ReactNode
  /** Null on an add form. */
  record: AnyRow | null
  /** The screen that the form was opened from and returns to; null for its list. */
  from: string | null
  /** Runs work once the record is saved or waits; returns its cancel. */
  afterSave: (work: SavedWork) => () => void
}
