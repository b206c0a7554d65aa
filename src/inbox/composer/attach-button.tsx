import { Paperclip } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { mediaTypes } from '#contract/parts/message-fields.ts'

const accepted = Object.values(mediaTypes)
  .flatMap(({ types }) => types)
  .join(',')

/** Chooses files of the channel's accepted kinds. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <label
      className={`${buttonClass({ variant: 'quiet', size: 'icon' })} focus-within:outline-2 focus-within:outline-ring`}
      title={t('chat.attach')}
    >
      <Paperclip aria-hidden="true" />
      <input
        type="file"
        multiple
        accept={accepted}
        aria-label={t('chat.attach')}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
