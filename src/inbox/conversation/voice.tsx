import { Pause, Play } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { clock } from '#console/kit/voice/recording.ts'
import { Spinner } from '#console/ui/spinner.tsx'
import { useScrollSettled } from './fast-scroll.ts'
import { useMediaUrl } from './use-media-url.ts'

/** Bytes fetched to show a voice note's length: about two minutes of it. */
const fetchedUnasked = 500_000

/** One voice note plays at a time. */
let speaking: HTMLAudioElement | null = null

/** Length of a sound. A browser's recording may lack it until its end was sought. */
function useLength() {
  const [length, setLength] = useState<number | null>(null)
  const looking = useRef(false)
  const onDuration = ({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>) => {
    if (Number.isFinite(player.duration)) {
      setLength(player.duration)
      if (looking.current) player.currentTime = 0
      looking.current = false
    } else if (!looking.current) {
      looking.current = true
      player.currentTime = 1e9
    }
  }
  return { length, onDuration, isLooking: () => looking.current }
}

/** Player of a voice note. */
export function Voice({ message }: { message: ShownMessage }) {
  const [wanted, setWanted] = useState((message.media_size ?? 0) <= fetchedUnasked)
  const settled = useScrollSettled()
  const { url, loading } = useMediaUrl(message, false, wanted && settled)
  const audio = useRef<HTMLAudioElement>(null)
  const pressed = useRef(false)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const { length, onDuration, isLooking } = useLength()
  const missing = wanted && settled && !url && !loading

  function play() {
    pressed.current = false
    void audio.current?.play().catch(() => setPlaying(false))
  }
  useEffect(() => {
    if (url && pressed.current) play()
  })
  useEffect(() => () => audio.current?.pause(), [])
  const press = () => {
    setWanted(true)
    if (playing) return audio.current?.pause()
    pressed.current = true
    if (url) play()
  }
  return (
    <div className="flex w-64 max-w-full items-center gap-2.5">
      <button
        type="button"
        onClick={press}
        aria-label={t(playing ? 'chat.pause' : 'chat.play')}
        className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-primary-foreground"
      >
        {wanted && loading ? (
          <Spinner />
        ) : playing ? (
          <Pause aria-hidden="true" className="size-4 fill-current" />
        ) : (
          <Play aria-hidden="true" className="size-4 translate-x-px fill-current" />
        )}
      </button>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 pt-1">
        <input
          type="range"
          dir="ltr"
          min={0}
          max={length ?? 1}
          step={0.1}
          value={at}
          disabled={!url}
          aria-label={t('chat.position')}
          aria-valuetext={clock(at)}
          className="h-4 w-full accent-primary touch:-my-3.5 touch:h-11"
          onChange={(event) => {
            if (audio.current) audio.current.currentTime = Number(event.currentTarget.value)
          }}
        />
        <span data-length="" className="text-xs text-muted-foreground tabular-nums">
          {missing ? t('chat.notHere') : length === null ? formatSize(message.media_size ?? 0) : clock(at > 0 ? at : Math.ceil(length))}
        </span>
      </span>
      <audio
        ref={audio}
        preload="metadata"
        {...(url && { src: url })}
        onPlay={(event) => {
          if (speaking !== event.currentTarget) speaking?.pause()
          speaking = event.currentTarget
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => !isLooking() && setAt(event.currentTarget.currentTime)}
        onDurationChange={onDuration}
      />
    </div>
  )
}
