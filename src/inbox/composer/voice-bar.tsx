import { SendHorizontal, Trash2, X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { clock } from '#console/kit/voice/recording.ts'
import { troubleText } from '#console/kit/voice/trouble.ts'
import type { Recorder } from '#console/kit/voice/use-recorder.ts'
import { Button } from '#console/ui/button.tsx'

/** Replaces the text while recording a voice note: discard or send it. */
export function VoiceBar({ recorder }: { recorder: Recorder }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for its children
    <div
      className="flex items-center gap-1 px-1.5 py-2 md:px-3"
      onKeyDown={(event) => {
        if (keyAction('voice', event) !== 'discard') return
        event.preventDefault()
        recorder.cancel()
      }}
    >
      <Button variant="quiet" size="icon" aria-label={t('voice.discard')} title={t('voice.discard')} onClick={recorder.cancel}>
        <Trash2 aria-hidden="true" className="text-danger-text" />
      </Button>
      <span className="flex min-h-control min-w-0 flex-1 items-center gap-3 rounded-2xl bg-muted px-4 text-base">
        <span aria-hidden="true" className="size-2.5 shrink-0 animate-breathe rounded-full bg-destructive" />
        <span role="timer" aria-label={t('voice.recording')} className="tabular-nums">
          {clock(recorder.seconds)}
        </span>
        <span aria-hidden="true" className="truncate text-sm text-muted-foreground">
          {t('voice.recording')} …
        </span>
      </span>
      <Button
        variant="primary"
        size="icon"
        className="ms-1 rounded-full!"
        aria-label={t('chat.sendVoice')}
        onClick={recorder.stop}
        autoFocus
      >
        <SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </div>
  )
}

/** Why recording fails, until dismissed. */
export function VoiceTrouble({ recorder }: { recorder: Recorder }) {
  const words = troubleText(recorder.state)
  if (!words) return null
  return (
    <p role="alert" className="flex items-center gap-2 px-4 pt-2 text-sm text-danger-text">
      <span className="min-w-0 flex-1">{words}</span>
      <Button variant="quiet" size="smallIcon" aria-label={t('app.close')} onClick={recorder.cancel}>
        <X aria-hidden="true" />
      </Button>
    </p>
  )
}
