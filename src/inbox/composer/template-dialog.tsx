import type { Room } from '#console/data/chat/rooms.ts'
import type { Template } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { TemplatePicker } from './template-picker.tsx'

interface Props {
  room: Room
  onSend: (template: Template) => Promise<void>
  onClose: () => void
}

/** The picker as a window, for a message that requires a template. */
export function TemplateDialog({ room, onSend, onClose }: Props) {
  return (
    <ResponsiveDialog open onOpenChange={(open) => !open && onClose()} title={t('chat.chooseTemplate')} closeLabel={t('app.close')}>
      <TemplatePicker room={room} onSend={onSend} />
    </ResponsiveDialog>
  )
}
