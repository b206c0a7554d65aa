import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { has, loadMessages, t } from '#console/i18n/i18n.ts'
import { Progress } from '#console/ui/progress.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import type { videoStatus } from '#contract/kit/field/video.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { storedAddress } from '../form/values/stored-address.ts'

export type VideoStatus = RowOf<typeof videoStatus>

/** Milliseconds between two looks at a video that is being converted. */
const lookMs = 4_000

const isOpen = ({ state }: VideoStatus) => state === 'waiting' || state === 'converting'

function StateNote({ status }: { status: VideoStatus }) {
  const { state, percent, reason, url } = status
  if (state === 'ready') return null
  const text = state === 'converting' ? t('video.state.converting', { percent: percent ?? 0 }) : t(`video.state.${state}`)
  return (
    <div role="status" className="flex flex-col gap-1.5 text-sm">
      <p className={state === 'failed' ? 'text-danger-text' : 'text-muted-foreground'}>
        {isOpen(status) && `${t('video.taken')}. `}
        {text}
        {state === 'failed' && has(`video.reason.${reason}`) && <> {t(`video.reason.${reason}` as 'video.reason.damaged')}</>}
        {url && state !== 'failed' && <> {t('video.state.before')}</>}
      </p>
      {state === 'converting' && <Progress label={text} {...(percent !== null && { value: percent })} />}
    </div>
  )
}

/** Plays what plays now, with the browser's own controls, and says what becomes of the video. `onBroken`: the address may be over. */
export function VideoFrame({ status, name, onBroken }: { status: VideoStatus; name: string; onBroken?: () => void }) {
  const [broken, setBroken] = useState<string | null>(null)
  const { url, poster, duration, width, height } = status
  // Without a poster the browser draws the picture at a tenth of the length, as the server would have.
  const start = poster || !duration ? '' : `#t=${(duration / 10).toFixed(1)}`
  return (
    <div className="flex flex-col gap-2">
      {url && broken !== url && (
        // biome-ignore lint/a11y/useMediaCaption: it is kept as it was uploaded, without captions
        <video
          src={storedAddress(url) + start}
          poster={poster ? storedAddress(poster) : undefined}
          preload={poster ? 'none' : 'metadata'}
          controls
          playsInline
          aria-label={name}
          style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}
          className="max-h-96 w-full rounded-lg bg-black"
          onError={() => {
            setBroken(url)
            onBroken?.()
          }}
        />
      )}
      {url && broken === url && <p className="text-sm text-muted-foreground">{t('video.missing')}</p>}
      <StateNote status={status} />
    </div>
  )
}

interface Props {
  section: Section
  /** Ref of the record. */
  record: string
  /** Where the video stands in it: `video`, `lessons.2.video`. */
  path: string
  name: string
}

/** A record's video: its addresses are asked for when it is shown, because they end. */
export function VideoPlayer({ section, record, path, name }: Props) {
  const call = sectionCall(section, 'videos')
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, { record }),
    queryFn: ({ signal }) => request<{ videos: VideoStatus[] }>(call, { params: { id: record }, signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.videos.some(isOpen) ? lookMs : false),
  })
  const status = data?.videos.find((each) => each.path === path)
  if (isPending) return <div className="aspect-video max-h-96 w-full animate-breathe rounded-lg bg-muted" />
  if (!status) return <p className="text-sm text-muted-foreground">{t('video.missing')}</p>
  return <VideoFrame status={status} name={name} onBroken={() => void refetch()} />
}

/** Loads the player with its words. */
export async function load() {
  await loadMessages(['videos']).catch(() => undefined)
  return { default: VideoPlayer }
}
