import { MessagesSquare } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { mayCall } from '#contract/kit/section/call.ts'
import { exportChat } from '#contract/reports/export-chat.ts'

/** Apart, because it brings a calendar along. */
const ExportChatWindow = deferred(async () => {
  const [module] = await Promise.all([import('./export-chat-window.tsx'), loadMessages(['filters', 'sheets'])])
  return module.ExportChatWindow
})

/** Opens the window of chats as files; nothing without the permission. */
export function ExportChatButton() {
  const access = useAccess()
  const [isOpen, setOpen] = useState(false)
  if (!mayCall(exportChat, access)) return null
  return (
    <>
      <Button aria-haspopup="dialog" className="print:hidden" onClick={() => setOpen(true)}>
        <MessagesSquare aria-hidden="true" />
        {t('report.chats')}
      </Button>
      <Suspense>{isOpen && <ExportChatWindow onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
