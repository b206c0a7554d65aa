import { Settings2, Zap } from 'lucide-react'
import { useSession } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { Button } from '#console/ui/button.tsx'
import { Sheet } from '#console/ui/sheet.tsx'
import { openWindow } from '../base/shell-window.ts'
import { Menu } from '../menu/menu.tsx'

function Person({ name, email }: { name: string; email: string }) {
  return (
    <div className="flex w-full items-center gap-3">
      <Avatar name={name} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-muted-foreground">
          <bdi dir="ltr">{email}</bdi>
        </p>
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-haspopup="dialog"
        aria-label={t('app.preferences')}
        onClick={() => openWindow('preferences')}
      >
        <Settings2 aria-hidden="true" />
      </Button>
    </div>
  )
}

/** The full navigation on a phone. */
export function NavDrawer({ onClose }: { onClose: () => void }) {
  const user = useSession().session?.user
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="Lapangan"
      closeLabel={t('app.close')}
      footer={user && <Person name={user.name} email={user.email} />}
    >
      <div className="px-3 pt-3 pb-1">
        <Button variant="secondary" className="w-full justify-start" onClick={() => openWindow('quick')}>
          <Zap aria-hidden="true" />
          {t('app.quick')}
        </Button>
      </div>
      <Menu thumb onPress={onClose} />
    </Sheet>
  )
}
