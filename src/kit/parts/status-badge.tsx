import type { Tone } from '#contract/kit/field/tone.ts'
import { choiceLabel } from '../text/labels.ts'
import { toneClass, toneOf } from '../text/tone.ts'

/** A status as dot, colour and word, which is cut with an ellipsis where there is no room. */
export function StatusBadge({ value, label, tone }: { value: unknown; label?: string; tone?: Tone }) {
  if (value === null || value === undefined || value === '') return null
  return (
    <span
      className={`inline-flex h-6 min-w-0 max-w-full items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-xs font-medium ${toneClass[tone ?? toneOf(value)]}`}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className="truncate">{label ?? choiceLabel(value)}</span>
    </span>
  )
}
