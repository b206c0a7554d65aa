import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { LargeMedia, SaveMedia } from './large-media.tsx'

interface Props {
  /** Pictures and videos of loaded messages, in order. */
  all: readonly ShownMessage[]
  shown: string
  onShow: (ref: string) => void
  onClose: () => void
}

/** Full-window view of pictures and videos; arrow keys move between them. */
export function Lightbox({ all, shown, onShow, onClose }: Props) {
  const step = useRef<(by: number) => void>(() => undefined)
  useEffect(() => {
    const toward = document.documentElement.dir === 'rtl' ? -1 : 1
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLMediaElement) return
      const action = keyAction('media', event)
      if (action) step.current(action === 'right' ? toward : -toward)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const at = all.findIndex((each) => each.ref === shown)
  const message = all[at]
  const go = (by: number) => {
    const next = all[at + by]
    if (next) onShow(next.ref)
  }
  useEffect(() => {
    step.current = go
  })
  if (!message) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<bdi>{message.media_name || t(`chat.kind.${message.kind}`)}</bdi>}
      description={formatDateTime(message.created_at)}
      closeLabel={t('app.close')}
      className="max-w-5xl!"
      footer={
        <>
          {all.length > 1 && (
            <span className="me-auto flex items-center gap-1">
              <Button variant="quiet" size="icon" repeats aria-label={t('chat.previous')} disabled={at === 0} onClick={() => go(-1)}>
                <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
              </Button>
              <span className="min-w-12 text-center text-sm text-muted-foreground tabular-nums">
                {t('chat.findOf', { at: formatNumber(at + 1), count: formatNumber(all.length) })}
              </span>
              <Button
                variant="quiet"
                size="icon"
                repeats
                aria-label={t('chat.next')}
                disabled={at === all.length - 1}
                onClick={() => go(1)}
              >
                <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
              </Button>
            </span>
          )}
          <SaveMedia key={message.ref} message={message} />
        </>
      }
    >
      <div className="grid h-[calc(100dvh-15rem)] sm:h-[calc(100dvh-18rem)] place-items-center bg-muted/50">
        <LargeMedia key={message.ref} message={message} />
      </div>
    </Dialog>
  )
}
