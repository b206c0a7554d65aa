import { useRouter } from '@tanstack/react-router'
import { BellRing, Keyboard, LogOut, MonitorSmartphone, Settings2, UserRoundCog, UserRoundPlus } from 'lucide-react'
import { useSession } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { Avatar, initials } from '#console/ui/avatar.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#console/ui/dropdown-menu.tsx'
import { useGate } from '../base/gate.tsx'
import { openWindow } from '../base/shell-window.ts'
import { confirmSignOut } from '../base/sign-out.ts'

/** The user menu, rendered open: it is loaded by a press on its button. */
export function AccountMenu({ name }: { name: string }) {
  const session = useSession().session
  const { history } = useRouter()
  const alerts = useGate({ action: 'webnotif', anyOf: ['crm'] })
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger
        aria-label={`${t('app.account')} ${initials(name)}`}
        className={buttonClass({ variant: 'ghost', size: 'icon', className: 'rounded-full' })}
      >
        <Avatar name={name} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <DropdownMenuLabel className="font-normal">
          <span className="block truncate text-sm font-medium text-foreground">{name}</span>
          <bdi dir="ltr" className="block truncate text-start">
            {session?.user.email}
          </bdi>
          <span className="mt-1 block truncate">{session?.roles.join(', ')}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {/* Extensions that a server of the base contract lacks (decision 9). */}
        {!session?.plain && (
          <DropdownMenuItem onSelect={() => history.push('/account')}>
            <UserRoundCog aria-hidden="true" />
            {t('app.myAccount')}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem aria-haspopup="dialog" onSelect={() => openWindow('preferences')}>
          <Settings2 aria-hidden="true" />
          {t('app.preferences')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => history.push('/device')}>
          <MonitorSmartphone aria-hidden="true" />
          {t('nav.device')}
        </DropdownMenuItem>
        {alerts && (
          <DropdownMenuItem onSelect={() => history.push('/alerts')}>
            <BellRing aria-hidden="true" />
            {t('nav.alerts')}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem aria-haspopup="dialog" className="max-md:hidden" onSelect={() => openWindow('keys')}>
          <Keyboard aria-hidden="true" />
          {t('app.keys')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => history.push('/register')}>
          <UserRoundPlus aria-hidden="true" />
          {t('app.invite')}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void confirmSignOut()}>
          <LogOut aria-hidden="true" className="rtl:-scale-x-100" />
          {t('app.signOut')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
