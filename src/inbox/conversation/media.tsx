import { Download, FileText, ImageOff, Play, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatSize } from '#console/kit/text/format-more.ts'
import { Progress } from '#console/ui/progress.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { useScrollSettled } from './fast-scroll.ts'
import { useMediaUrl } from './use-media-url.ts'
import { Voice } from './voice.tsx'

interface Props {
  message: ShownMessage
  onOpen: () => void
}

export const nameOf = (message: ShownMessage) => message.media_name || t(`chat.kind.${message.kind}`)

function Thumbnail({ message }: { message: ShownMessage }) {
  const { url, loading } = useMediaUrl(message, true)
  if (!url && loading) return <Spinner className="size-6" />
  return (
    <Picture
      src={url}
      alt={message.content || nameOf(message)}
      width={864}
      className="size-full object-cover"
      missing="flex flex-col items-center gap-2 text-sm"
      icon={<ImageOff aria-hidden="true" className="size-6" />}
    />
  )
}

/** Reserves a picture's space before it loads, so that nothing shifts. */
function PictureButton({ message, onOpen }: Props) {
  const settled = useScrollSettled()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      aria-label={t('chat.openPicture', { name: nameOf(message) })}
      className="relative grid h-60 w-72 max-w-full place-items-center overflow-hidden rounded-xl bg-muted text-muted-foreground"
    >
      {settled && <Thumbnail message={message} />}
    </button>
  )
}

function Film({ message, onOpen }: Props) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      aria-label={t('chat.playVideo', { name: nameOf(message) })}
      className="relative grid h-44 w-72 max-w-full place-items-center overflow-hidden rounded-xl bg-[oklch(0.25_0.01_165)] text-white"
    >
      <span className="grid size-13 place-items-center rounded-full bg-white/20">
        <Play aria-hidden="true" className="size-6 translate-x-0.5 fill-current" />
      </span>
      <span className="absolute inset-x-3 bottom-2 flex items-center gap-1.5 text-xs">
        <Video aria-hidden="true" className="size-3.5" />
        <bdi className="truncate">{nameOf(message)}</bdi>
        {message.media_size !== null && <span className="ms-auto tabular-nums">{formatSize(message.media_size)}</span>}
      </span>
    </button>
  )
}

function Paper({ message }: { message: ShownMessage }) {
  const [wanted, setWanted] = useState(false)
  const { url, loading } = useMediaUrl(message, false, wanted)
  const link = useRef<HTMLAnchorElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (!wanted || loading || !asked.current) return
    asked.current = false
    if (url) link.current?.click()
    else postMessage({ kind: 'error', text: t('chat.notHere') })
  }, [url, loading, wanted])
  return (
    <a
      ref={link}
      href={url ?? '#'}
      download={nameOf(message)}
      onClick={(event) => {
        if (url) return
        event.preventDefault()
        asked.current = true
        setWanted(true)
      }}
      className="flex w-72 max-w-full items-center gap-3 rounded-xl bg-[light-dark(oklch(0_0_0/0.05),oklch(0_0_0/0.22))] p-3"
    >
      <FileText aria-hidden="true" className="size-7 shrink-0 text-danger-text" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-sm font-medium">{nameOf(message)}</bdi>
        <bdi className="block text-xs text-muted-foreground tabular-nums">
          {message.media_size !== null ? formatSize(message.media_size) : t('chat.kind.document')}
        </bdi>
        {/^(?:image|video)\//.test(message.media_type ?? '') && (
          <span className="block text-xs text-muted-foreground">{t('chat.cannotShow')}</span>
        )}
      </span>
      {loading ? <Spinner /> : <Download aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />}
    </a>
  )
}

/** Media of a message beside its text. */
export function Media({ message, onOpen }: Props) {
  return (
    <div className="relative">
      {message.kind === 'image' && <PictureButton message={message} onOpen={onOpen} />}
      {message.kind === 'video' && <Film message={message} onOpen={onOpen} />}
      {message.kind === 'audio' && <Voice message={message} />}
      {message.kind === 'document' && <Paper message={message} />}
      {message.progress !== undefined && message.progress < 100 && (
        <Progress value={message.progress} label={t('chat.uploading', { percent: Math.round(message.progress) })} className="mt-2" />
      )}
    </div>
  )
}
