import { useRouter } from '@tanstack/react-router'
import { CirclePlus, Inbox, LogOut, MonitorSmartphone, Moon, Settings2, Sun, UserRound, UserRoundCog } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { sectionLabel } from '#console/kit/text/labels.ts'
import { recordPath } from '#console/kit/text/section-link.ts'
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '#console/ui/command.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { holds, passes } from '#contract/kit/field/permission.ts'
import { nav } from '../base/nav.ts'
import { NavIcon } from '../base/nav-icon.tsx'
import { useItems } from '../base/navigation.ts'
import { isThere } from '../base/require-access.ts'
import { openWindow } from '../base/shell-window.ts'
import { confirmSignOut } from '../base/sign-out.ts'
import { resolvedTheme, setPreference, usePreferences } from '../preferences/preferences.ts'
import { useLeadSuggestions } from './lead-suggestions.ts'

interface EntryProps {
  label: string
  icon: ReactNode
  onSelect: () => void
}

const Entry = ({ label, icon, onSelect }: EntryProps) => (
  <CommandItem value={label} onSelect={onSelect}>
    {icon}
    <span className="truncate">{label}</span>
  </CommandItem>
)

/** Ctrl/⌘ K: search by name, by keyboard. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { history } = useRouter()
  const access = useAccess()
  const items = useItems()
  const mayEdit = holds(access, 'update crm')
  const { theme } = usePreferences()
  const [text, setText] = useState('')
  const leads = useLeadSuggestions(useDeferredValue(text.trim()))
  const dark = resolvedTheme(theme) === 'dark'
  const addable = nav.filter(
    (item) => item.gate && item.add !== null && isThere(item) && passes({ ...item.gate, action: 'create' }, access),
  )
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  const go = (path: string) => then(() => history.push(path))
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('app.search')}
      hideTitle
      closeLabel={t('app.close')}
      className="max-w-xl md:mt-[14vh]"
    >
      <Command label={t('app.search')} loop>
        <CommandInput autoFocus placeholder={t('palette.placeholder')} value={text} onValueChange={setText} />
        <CommandList>
          <CommandEmpty>{t('palette.empty')}</CommandEmpty>
          <CommandGroup heading={t('palette.goTo')}>
            {items.map((item) => (
              <Entry key={item.name} label={t(`nav.${item.name}`)} icon={<NavIcon name={item.name} />} onSelect={go(item.path)} />
            ))}
            <Entry label={t('nav.outbox')} icon={<Inbox aria-hidden="true" />} onSelect={go('/outbox')} />
            <Entry label={t('app.myAccount')} icon={<UserRoundCog aria-hidden="true" />} onSelect={go('/account')} />
            <Entry label={t('nav.device')} icon={<MonitorSmartphone aria-hidden="true" />} onSelect={go('/device')} />
          </CommandGroup>
          {leads.length > 0 && (
            <CommandGroup heading={t('nav.leads')}>
              {leads.map((lead) => (
                <CommandItem
                  key={lead.ref}
                  value={`${lead.name} ${lead.phone} ${text}`}
                  onSelect={go(recordPath('leads', lead.ref, mayEdit))}
                >
                  <UserRound aria-hidden="true" />
                  <span className="truncate">{lead.name}</span>
                  <span className="ms-auto text-xs text-muted-foreground tabular-nums" dir="ltr">
                    {lead.phone}
                  </span>
                </CommandItem>
              ))}
            </CommandGroup>
          )}
          <CommandGroup heading={t('palette.actions')}>
            {addable.map((item) => (
              <Entry
                key={item.name}
                label={t('palette.new', { what: sectionLabel(item.name) })}
                icon={<CirclePlus aria-hidden="true" />}
                onSelect={go(item.add ?? `/${item.name}/add`)}
              />
            ))}
            <Entry
              label={t(dark ? 'palette.toLight' : 'palette.toDark')}
              icon={dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
              onSelect={then(() => void setPreference('theme', dark ? 'light' : 'dark'))}
            />
            <Entry label={t('app.preferences')} icon={<Settings2 aria-hidden="true" />} onSelect={then(() => openWindow('preferences'))} />
            <Entry
              label={t('app.signOut')}
              icon={<LogOut aria-hidden="true" className="rtl:-scale-x-100" />}
              onSelect={then(() => void confirmSignOut())}
            />
          </CommandGroup>
        </CommandList>
      </Command>
    </ResponsiveDialog>
  )
}
