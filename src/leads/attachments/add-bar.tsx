import { Camera, Mic, Paperclip, Square, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { clock, supportedType } from '#console/kit/voice/recording.ts'
import { troubleText } from '#console/kit/voice/trouble.ts'
import { useRecorder } from '#console/kit/voice/use-recorder.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { accepted } from './prepare.ts'

/** Records a voice note; two buttons replace the start button meanwhile. */
function Recorder({ onDone }: { onDone: (file: File) => void }) {
  const { state, seconds, start, stop, cancel } = useRecorder(onDone)
  if (!supportedType()) return null
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

interface Props {
  busy: boolean
  onFiles: (files: readonly File[]) => void
}

function Chooser({
  label,
  icon,
  busy,
  accept,
  capture,
  onFiles,
}: Props & { label: string; icon: ReactNode; accept: string; capture?: true }) {
  return (
    <label className={`${buttonClass({})} focus-within:outline-2 focus-within:outline-ring`} aria-busy={busy || undefined}>
      {icon}
      {label}
      <input
        type="file"
        className="sr-only"
        accept={accept}
        multiple={!capture}
        {...(capture && { capture: 'environment' })}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** Buttons for files, a photo on devices with a camera, and a voice note. Dropping and pasting work, too. */
export function AddBar(props: Props) {
  const handheld = useMedia('(pointer: coarse)')
  return (
    <div className="flex flex-wrap items-center gap-2">
      {handheld && <Chooser {...props} label={t('attachments.photo')} icon={<Camera aria-hidden="true" />} accept="image/*" capture />}
      <Chooser {...props} label={t('attachments.choose')} icon={<Paperclip aria-hidden="true" />} accept={accepted.join(',')} />
      <Recorder onDone={(file) => props.onFiles([file])} />
      {!handheld && <span className="text-sm text-muted-foreground">{t('attachments.dropHint')}</span>}
    </div>
  )
}
