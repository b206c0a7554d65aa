import { Camera, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { accepted } from './prepare.ts'
import { Recorder } from './recorder.tsx'

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
