import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'

/** 'Edited' beside the time; a press shows the former texts. */
export function Edited({ edits }: { edits: NonNullable<ShownMessage['edits']> }) {
  return (
    <Popover>
      <PopoverTrigger className="relative underline decoration-dotted underline-offset-2 touch:after:absolute touch:after:-inset-3">
        {t('part.edited')}
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('part.earlierTexts')}>
        <p className="pb-2 text-sm font-semibold">{t('part.earlierTexts')}</p>
        <ol className="flex flex-col gap-2">
          {edits.toReversed().map(({ content, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may return, and the list never changes while it is open
            <li key={index} className="text-sm">
              <bdi dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
                {drawSentence(content || '–')}
              </bdi>
              <span className="text-xs text-muted-foreground">{t('part.until', { at: formatDateTime(at) })}</span>
            </li>
          ))}
        </ol>
      </PopoverContent>
    </Popover>
  )
}

interface DeletedProps {
  isOurs: boolean
  /** Time and state, which stay. */
  meta: ReactNode
  /** What the message said; folded until somebody asks for it. */
  children: ReactNode
}

export function Deleted({ isOurs, meta, children }: DeletedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="flex items-center gap-2 text-sm text-muted-foreground italic">
        <Trash2 aria-hidden="true" className="size-3.5 shrink-0" />
        {t(isOurs ? 'part.deletedByUs' : 'part.deletedByCustomer')}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="relative text-primary-text not-italic underline-offset-2 hover:underline touch:after:absolute touch:after:-inset-3"
        >
          {t(isOpen ? 'part.hide' : 'part.show')}
        </button>
        {!isOpen && <span className="ms-auto not-italic">{meta}</span>}
      </p>
      {isOpen && <div className="pt-1">{children}</div>}
    </>
  )
}
