import type { RowState } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import type { Tone } from '#contract/kit/field/tone.ts'
import { toneClass } from '../text/tone.ts'

/** Outbox state of a row; null when the server has all of it. */
export type Mark = RowState

const tones: Readonly<Record<Mark, Tone>> = { pending: 'warning', failed: 'bad', conflict: 'accent', deleting: 'neutral' }

/** Pending, failed or conflict, in a colour and a word; a conflict opens its window. */
export function MarkBadge({ mark, record }: { mark: Mark; record: string }) {
  const look = `ms-2 inline-flex h-5 shrink-0 items-center rounded px-1.5 text-xs font-medium ${toneClass[tones[mark]]}`
  const word = t(`list.mark.${mark}`)
  if (mark !== 'conflict') {
    return (
      <span className={look} data-mark={mark}>
        {word}
      </span>
    )
  }
  const open = () => void import('../conflict/open.ts').then(({ openConflictOf }) => openConflictOf(record))
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${look} relative after:absolute after:-inset-3`}
      data-mark={mark}
      onClick={open}
    >
      {word}
    </button>
  )
}
