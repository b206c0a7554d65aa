import { Download, Pause, Play } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { soundOf } from '#contract/lib/sound/sound-of.ts'
import { formatSize } from '../text/format-more.ts'
import { clock } from './recording.ts'

/** One voice note plays at a time. */
let speaking: HTMLAudioElement | null = null

/** Length of a sound: of its bytes, before it plays; where they do not tell, of the player, which may have to seek the end for it. */
function useLength(content: Blob | undefined) {
  const [counted, setCounted] = useState<number | null>(null)
  const [found, setFound] = useState<number | null>(null)
  const looking = useRef(false)
  useEffect(() => {
    let left = false
    const read = async () => {
      const seconds = content ? (soundOf(new Uint8Array(await content.arrayBuffer()))?.seconds ?? null) : null
      if (!left) setCounted(seconds)
    }
    void read().catch(() => undefined)
    return () => {
      left = true
    }
  }, [content])
  const onDuration = ({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>) => {
    if (Number.isFinite(player.duration)) {
      setFound(player.duration)
      if (looking.current) player.currentTime = 0
      looking.current = false
    } else if (!looking.current) {
      looking.current = true
      player.currentTime = 1e9
    }
  }
  return { length: counted ?? found, onDuration, isLooking: () => looking.current }
}

interface Props {
  /** Object URL of the sound; null while it is not here. */
  url: string | null
  content: Blob | undefined
  /** Bytes, shown until the length is known. */
  size: number
  isLoading: boolean
  /** It was asked for and cannot be had now. */
  isMissing: boolean
  /** A press asks for the sound. */
  onWant: () => void
  /** A press found that this browser does not play it: another form is asked for. */
  onUnplayable: () => void
  /** There is no other form: the button saves it instead. */
  onSave: (() => void) | null
  playsAtOnce?: boolean
}

/** Player of a voice note. */
export function VoicePlayer({ url, content, size, isLoading, isMissing, onWant, onUnplayable, onSave, playsAtOnce = false }: Props) {
  const audio = useRef<HTMLAudioElement>(null)
  const pressed = useRef(playsAtOnce)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const { length, onDuration, isLooking } = useLength(content)
  const isBroken = url !== null && url === brokenUrl

  const play = () =>
    audio.current?.play().catch((error: unknown) => {
      setPlaying(false)
      // For an unknown codec the element reports an error, which asks for another form; after anything else the person presses again.
      if (!(error instanceof DOMException && error.name === 'NotSupportedError')) pressed.current = false
    })
  useEffect(() => {
    if (url && pressed.current && !isBroken) void play()
  })
  useEffect(() => () => audio.current?.pause(), [])
  const press = () => {
    if (playing) return audio.current?.pause()
    pressed.current = true
    if (isBroken) return onUnplayable()
    onWant()
    if (url) void play()
  }
  if (onSave)
    return (
      <div className="flex max-w-full flex-wrap items-center gap-2.5 text-sm">
        <p role="status">{t('voice.cannotPlay')}</p>
        <Button size="small" onClick={onSave}>
          <Download aria-hidden="true" />
          {t('app.save')}
        </Button>
      </div>
    )
  return (
    <div className="flex w-64 max-w-full items-center gap-2.5">
      <button
        type="button"
        onClick={press}
        aria-label={t(playing ? 'voice.pause' : 'voice.play')}
        className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-primary-foreground"
      >
        {isLoading ? (
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
          aria-label={t('voice.position')}
          aria-valuetext={clock(at)}
          className="h-4 w-full accent-primary touch:-my-3.5 touch:h-11"
          onChange={(event) => {
            if (audio.current) audio.current.currentTime = Number(event.currentTarget.value)
          }}
        />
        <span data-length="" className="text-xs text-muted-foreground tabular-nums">
          {isMissing ? t('voice.notHere') : length === null ? formatSize(size) : clock(at > 0 ? at : Math.ceil(length))}
        </span>
      </span>
      <audio
        ref={audio}
        preload="metadata"
        {...(url && { src: url })}
        onPlay={(event) => {
          pressed.current = false
          if (speaking !== event.currentTarget) speaking?.pause()
          speaking = event.currentTarget
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onError={() => {
          setPlaying(false)
          setBrokenUrl(url)
          if (pressed.current) onUnplayable()
        }}
        onTimeUpdate={(event) => !isLooking() && setAt(event.currentTarget.currentTime)}
        onDurationChange={onDuration}
      />
    </div>
  )
}
