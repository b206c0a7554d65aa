import { Mic, Square, X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { Button } from '#console/ui/button.tsx'
import { canRecord, type RecorderState, useRecorder } from './use-recorder.ts'

const troubles = {
  denied: 'attachments.micDenied',
  missing: 'attachments.micMissing',
  failed: 'attachments.micFailed',
} as const satisfies Partial<Record<RecorderState, MessageId>>

const isTrouble = (state: RecorderState): state is keyof typeof troubles => Object.hasOwn(troubles, state)

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Records a voice note; the two buttons while it runs take the place of the one that began it. */
export function Recorder({ onDone }: { onDone: (file: File) => void }) {
  const { state, seconds, start, stop, cancel } = useRecorder(onDone)
  if (!canRecord()) return null
  if (state === 'recording')
    return (
      <span className="inline-flex items-center gap-2">
        <span className="size-2 animate-breathe rounded-full bg-destructive" aria-hidden="true" />
        <span role="timer" aria-label={t('attachments.recording')} className="min-w-10 text-sm tabular-nums">
          {clock(seconds)}
        </span>
        <Button variant="primary" onClick={stop}>
          <Square aria-hidden="true" />
          {t('attachments.stop')}
        </Button>
        <Button variant="quiet" size="icon" aria-label={t('attachments.discardRecording')} onClick={cancel}>
          <X aria-hidden="true" />
        </Button>
      </span>
    )
  return (
    <>
      <Button busy={state === 'asking'} onClick={() => void start()}>
        <Mic aria-hidden="true" />
        {t('attachments.record')}
      </Button>
      {isTrouble(state) && (
        <p role="alert" className="basis-full text-sm text-danger-text">
          {t(troubles[state])}
        </p>
      )}
    </>
  )
}
