import { Download, RefreshCw } from 'lucide-react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { nameOf } from './media.tsx'
import { useMediaUrl } from './use-media-url.ts'

/** The full file; offline the thumbnail is better than none. */
function useFullMedia(message: ShownMessage) {
  const full = useMediaUrl(message, false)
  const small = useMediaUrl(message, true, message.kind === 'image')
  return { url: full.url ?? (full.loading ? null : small.url), loading: full.loading }
}

/** The full picture or video, in its container. */
export function LargeMedia({ message }: { message: ShownMessage }) {
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
  // biome-ignore lint/a11y/useMediaCaption: a customer's film comes without captions
  return <video src={url} controls autoPlay playsInline className={look} />
}

/** Saves it as a file. */
export function SaveMedia({ message }: { message: ShownMessage }) {
  const { url } = useFullMedia(message)
  if (!url) return null
  return (
    <a href={url} download={nameOf(message)} className={buttonClass()}>
      <Download aria-hidden="true" />
      {t('chat.saveFile')}
    </a>
  )
}
