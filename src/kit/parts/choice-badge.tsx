import type { Field } from '#contract/kit/field/field.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { choiceLabel } from '../text/labels.ts'
import { toneOf } from '../text/tone.ts'
import { StatusBadge } from './status-badge.tsx'

/** Badge of a choice's value, in its field's tone and words. Nothing where it is empty. */
export const ChoiceBadge = ({ value, field }: { value: unknown; field: Field | undefined }) => (
  <StatusBadge value={value} tone={toneOf(value, field)} label={choiceLabel(value, field)} />
)

/** Why sending a record waits, or else its status. */
export const SendingBadge = ({ row, fields }: { row: AnyRow; fields: Readonly<Record<'status' | 'held', Field>> }) =>
  row.held == null ? <ChoiceBadge value={row.status} field={fields.status} /> : <ChoiceBadge value={row.held} field={fields.held} />
