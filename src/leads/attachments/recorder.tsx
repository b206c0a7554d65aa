import { Mic, Square, X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { anyForm, clock, supportedForm } from '#console/kit/voice/recording.ts'
import { troubleText } from '#console/kit/voice/trouble.ts'
import { useRecorder } from '#console/kit/voice/use-recorder.ts'
import { Button } from '#console/ui/button.tsx'

/** Records a voice note; two buttons replace the start button meanwhile. */
export function Recorder({ onDone }: { onDone: (file: File) => void }) {
  const { state, seconds, start, stop, cancel } = useRecorder(anyForm, onDone)
  if (!supportedForm(anyForm)) return null
  if (state === 'recording')
    return (
      <span className="inline-flex items-center gap-2">
        <span className="size-2 animate-breathe rounded-full bg-destructive" aria-hidden="true" />
        <span role="timer" aria-label={t('voice.recording')} className="min-w-10 text-sm tabular-nums">
          {clock(seconds)}
        </span>
        <Button variant="primary" onClick={stop}>
          <Square aria-hidden="true" />
          {t('attachments.stop')}
        </Button>
        <Button variant="quiet" size="icon" aria-label={t('voice.discard')} onClick={cancel}>
          <X aria-hidden="true" />
        </Button>
      </span>
    )
  const trouble = troubleText(state)
  return (
    <>
      <Button busy={state === 'asking'} onClick={() => void start()}>
        <Mic aria-hidden="true" />
        {t('attachments.record')}
      </Button>
      {trouble && (
        <p role="alert" className="basis-full text-sm text-danger-text">
          {trouble}
        </p>
      )}
    </>
  )
}
