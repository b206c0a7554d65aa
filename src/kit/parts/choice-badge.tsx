import type { Field } from '#contract/kit/field/field.ts'
import { choiceLabel } from '../text/labels.ts'
import { toneOf } from '../text/tone.ts'
import { StatusBadge } from './status-badge.tsx'

/** Badge of a choice's value, in its field's tone and words. Nothing where it is empty. */
export const ChoiceBadge = ({ value, field }: { value: unknown; field: Field | undefined }) => (
  <StatusBadge value={value} tone={toneOf(value, field)} label={choiceLabel(value, field)} />
)
