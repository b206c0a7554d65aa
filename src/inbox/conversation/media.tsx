import { Download, FileText, ImageOff, Play, Video } from 'lucide-react'
import { useContext, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { mediaContent, type ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatSize } from '#console/kit/text/format-more.ts'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { Progress } from '#console/ui/progress.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { useScrollSettled } from './fast-scroll.ts'
import { MediaSource } from './media-source.ts'
import { useMediaUrl } from './use-media-url.ts'
import { Voice } from './voice.tsx'

interface Props {
  message: ShownMessage
  onOpen: () => void
}

export const nameOf = (message: ShownMessage) => message.media_name || t(`chat.kind.${message.kind}`)

function Thumbnail({ message }: { message: ShownMessage }) {
  const { url, loading } = useMediaUrl(message, 'small')
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

/** Other files are saved: a press loads it, where it is not here yet. */
function Paper({ message }: { message: ShownMessage }) {
  const addressOf = useContext(MediaSource)
  const [isLoading, setLoading] = useState(false)
  const counts = usePressGuard()
  const save = async () => {
    setLoading(true)
    try {
      const url = await addressOf(message, 'whole')
      const content = url === null ? undefined : mediaContent(url)
      if (content) await saveFile(content, nameOf(message))
      else postMessage({ kind: 'error', text: t('chat.notHere') })
    } finally {
      setLoading(false)
    }
  }
  return (
    <button
      type="button"
      aria-busy={isLoading || undefined}
      onClick={({ timeStamp }) => counts(timeStamp) && !isLoading && void save()}
      className="flex w-72 max-w-full items-center gap-3 rounded-xl bg-[light-dark(oklch(0_0_0/0.05),oklch(0_0_0/0.22))] p-3 text-start"
    >
      <FileText aria-hidden="true" className="size-7 shrink-0 text-danger-text" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-sm font-medium rtl:text-right">{nameOf(message)}</bdi>
        <bdi className="block text-xs text-muted-foreground tabular-nums rtl:text-right">
          {message.media_size !== null ? formatSize(message.media_size) : t('chat.kind.document')}
        </bdi>
        {/^(?:image|video)\//.test(message.media_type ?? '') && (
          <span className="block text-xs text-muted-foreground">{t('chat.cannotShow')}</span>
        )}
      </span>
      {isLoading ? <Spinner /> : <Download aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />}
    </button>
  )
}

/** Media of a message beside its text. */
export function Media({ message, onOpen }: Props) {
  return (
    <div className="relative">
      {message.kind === 'image' && <PictureButton message={message} onOpen={onOpen} />}
      {message.kind === 'video' && <Film message={message} onOpen={onOpen} />}
      {message.kind === 'audio' && <Voice message={message} name={nameOf(message)} />}
      {message.kind === 'document' && <Paper message={message} />}
      {message.progress !== undefined && message.progress < 100 && (
        <Progress value={message.progress} label={t('chat.uploading', { percent: Math.round(message.progress) })} className="mt-2" />
      )}
    </div>
  )
}
