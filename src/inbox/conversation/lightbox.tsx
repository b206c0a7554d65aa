import { ChevronLeft, ChevronRight, Download, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { mediaContent, type ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { nameOf } from './media.tsx'
import { useMediaUrl } from './use-media-url.ts'

/** The full file; offline the thumbnail is better than none. */
function useFullMedia(message: ShownMessage) {
  const full = useMediaUrl(message, 'whole')
  const small = useMediaUrl(message, 'small', message.kind === 'image')
  return { url: full.url ?? (full.loading ? null : small.url), loading: full.loading }
}

/** The full picture or video, in its container. */
function LargeMedia({ message }: { message: ShownMessage }) {
  const { url, loading } = useFullMedia(message)
  const look = 'size-full min-h-0 object-contain'
  if (!url)
    return (
      <p role="status" className="flex items-center gap-2 p-10 text-sm text-muted-foreground">
        {loading ? <Spinner /> : <RefreshCw aria-hidden="true" className="size-4" />}
        {t(loading ? 'app.loading' : 'chat.notHere')}
      </p>
    )
  if (message.kind !== 'video')
    return (
      <Picture
        src={url}
        alt={message.content || nameOf(message)}
        width={2_048}
        className={look}
        missing="p-10 text-sm text-muted-foreground"
      />
    )
  return <FilmPlayer url={url} name={nameOf(message)} className={look} />
}

/** Not every device has the codec of every phone: then the words say so, and the file can be saved. */
function FilmPlayer({ url, name, className }: { url: string; name: string; className: string }) {
  const [isUnplayable, setUnplayable] = useState(false)
  if (isUnplayable)
    return (
      <p role="status" className="max-w-prose p-10 text-center text-sm text-muted-foreground">
        {t('chat.cannotPlay', { name })}
      </p>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: a customer's film comes without captions
    <video
      src={url}
      controls
      autoPlay
      playsInline
      className={className}
      onError={() => setUnplayable(true)}
      // Its sound alone is played where the codec of the picture is unknown.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setUnplayable(true)}
    />
  )
}

/** Saves it as a file. */
function SaveMedia({ message }: { message: ShownMessage }) {
  const { url } = useFullMedia(message)
  const content = url ? mediaContent(url) : undefined
  if (!content) return null
  return (
    <Button onClick={() => void saveFile(content, nameOf(message))}>
      <Download aria-hidden="true" />
      {t('chat.saveFile')}
    </Button>
  )
}

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
