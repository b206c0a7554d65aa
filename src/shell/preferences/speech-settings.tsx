import { Play, Square, Volume2, VolumeX } from 'lucide-react'
import { isMuted, type SpeechConfig, setSpeech, speak, stopSpeaking, useHearsSpeech, useSpeech } from '#console/data/api/speech.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { Setting } from './setting.tsx'

const ranges = [
  { name: 'volume', min: 0, max: 10, step: 1 },
  { name: 'rate', min: 0.5, max: 2, step: 0.1 },
  { name: 'pitch', min: 0, max: 2, step: 0.1 },
] as const

function Range({ speech, name, min, max, step }: { speech: SpeechConfig } & (typeof ranges)[number]) {
  return (
    <label className="grid grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)_2rem] items-center gap-3 text-xs text-muted-foreground">
      {t(`speech.${name}`)}
      <input
        type="range"
        className="h-5 w-full accent-primary touch:h-11"
        {...{ min, max, step }}
        value={speech[name]}
        onChange={(event) => setSpeech({ [name]: Number(event.target.value) })}
      />
      <output className="text-end tabular-nums">{speech[name]}</output>
    </label>
  )
}

/** Reading messages aloud: on and off, mute (volume below 1), and voice. */
export function SpeechSettings() {
  const speech = useSpeech()
  const hears = useHearsSpeech()
  const muted = isMuted(speech)
  const VolumeIcon = muted ? VolumeX : Volume2
  const on = !speech.stop
  if (!hears) return null
  return (
    <div className="py-1">
      <Setting label={t('speech.title')} detail={t('speech.detail')} htmlFor="preference-speech">
        <Switch id="preference-speech" checked={on} onChange={() => setSpeech({ stop: on })} />
      </Setting>
      {on && (
        <div className="grid gap-2 pb-3">
          {ranges.map((range) => (
            <Range key={range.name} speech={speech} {...range} />
          ))}
          <div className="flex flex-wrap gap-2 pt-1">
            <Button size="small" onClick={() => speak(t('speech.sample'))} disabled={muted}>
              <Play aria-hidden="true" className="rtl:-scale-x-100" />
              {t('speech.run')}
            </Button>
            <Button size="small" onClick={stopSpeaking}>
              <Square aria-hidden="true" />
              {t('speech.stop')}
            </Button>
            <Button size="small" aria-pressed={muted} onClick={() => setSpeech({ volume: muted ? 10 : 0 })}>
              <VolumeIcon aria-hidden="true" />
              {t(muted ? 'speech.unmute' : 'speech.mute')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
