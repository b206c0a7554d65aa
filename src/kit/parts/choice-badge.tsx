import type { Field } from '#contract/kit/field/field.ts'
import { choiceLabel } from '../text/labels.ts'
import { toneOf } from '../text/tone.ts'
import { StatusBadge } from './status-badge.tsx'

/** The value of a choice as a badge, in the tone and the words of its field. Nothing where it has none. */
export const ChoiceBadge = ({ value, field }: { value: unknown; field: Field | undefined }) => (
  <StatusBadge value={value} tone={toneOf(value, field)} label={choiceLabel(value, field)} />
)
