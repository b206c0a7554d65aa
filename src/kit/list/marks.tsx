import type { RowState } from '#console/data/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { type Tone, toneClass } from '../tone.ts'

/** How a row stands with the outbox; null when the server has all of it. */
export type Mark = RowState

const tones: Readonly<Record<Mark, Tone>> = { pending: 'warning', failed: 'bad', conflict: 'accent', deleting: 'neutral' }

/** Pending, failed or conflict, in a colour and a word. */
export function MarkBadge({ mark }: { mark: Mark }) {
  return (
    <span
      className={`ms-2 inline-flex h-5 shrink-0 items-center rounded px-1.5 text-xs font-medium ${toneClass[tones[mark]]}`}
      data-mark={mark}
    >
      {t(`list.mark.${mark}`)}
    </span>
  )
}
