import { Suspense } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import type { FilledTemplate } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { DeferredPicker } from './deferred-picker.ts'

interface Props {
  room: Room
  /** Resolves to whether the message was kept. */
  onSend: (template: FilledTemplate) => Promise<boolean>
  onClose: () => void
}

/** The picker as a window, for a message that requires a template. */
export function TemplateDialog({ room, onSend, onClose }: Props) {
  return (
    <ResponsiveDialog open onOpenChange={(open) => !open && onClose()} title={t('chat.chooseTemplate')} closeLabel={t('app.close')}>
      <Suspense>
        <DeferredPicker room={room} onSend={onSend} />
      </Suspense>
    </ResponsiveDialog>
  )
}
