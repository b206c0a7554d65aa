import { CirclePlus, Inbox, LogOut, MonitorSmartphone, Moon, Settings2, Sun, UserRoundCog } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { sectionLabel } from '#console/kit/text/labels.ts'
import { passes } from '#contract/kit/field/permission.ts'
import { nav } from '../base/nav.ts'
import { NavIcon } from '../base/nav-icon.tsx'
import { useItems } from '../base/navigation.ts'
import { isThere } from '../base/require-access.ts'
import { openWindow } from '../base/shell-window.ts'
import { confirmSignOut } from '../base/sign-out.ts'
import { resolvedTheme, setPreference, usePreferences } from '../preferences/preferences.ts'

export interface PaletteEntry {
  name: string
  label: string
  /** Further names that find it: its address, and what one does there. */
  words: readonly string[]
  icon: ReactNode
  onSelect: () => void
}

type Go = (path: string) => () => void

/** Screens of the navigation, and those beside it. */
export function usePlaces(go: Go): PaletteEntry[] {
  const items = useItems()
  return [
    ...items.map(({ name, path }) => ({ name, label: t(`nav.${name}`), words: [name], icon: <NavIcon name={name} />, onSelect: go(path) })),
    { name: 'outbox', label: t('nav.outbox'), words: ['outbox'], icon: <Inbox aria-hidden="true" />, onSelect: go('/outbox') },
    { name: 'account', label: t('app.myAccount'), words: ['account'], icon: <UserRoundCog aria-hidden="true" />, onSelect: go('/account') },
    { name: 'device', label: t('nav.device'), words: ['device'], icon: <MonitorSmartphone aria-hidden="true" />, onSelect: go('/device') },
  ]
}

/** A new record of each section where this person may add one, and what one does to the console itself. */
export function useActions(go: Go, then: (act: () => void) => () => void): PaletteEntry[] {
  const access = useAccess()
  const { theme } = usePreferences()
  const dark = resolvedTheme(theme) === 'dark'
  const addable = nav.filter(
    (item) => item.gate && item.add !== null && isThere(item) && passes({ ...item.gate, action: 'create' }, access),
  )
  return [
    ...addable.map(({ name, add }) => ({
      name: `add-${name}`,
      label: t('palette.new', { what: sectionLabel(name) }),
      // English and the address find it in every language: 'cuti', 'add lead'.
      words: ['add', 'new', 'create', name, t(`nav.${name}`), t('palette.newWords')],
      icon: <CirclePlus aria-hidden="true" />,
      onSelect: go(add ?? `/${name}/add`),
    })),
    {
      name: 'theme',
      label: t(dark ? 'palette.toLight' : 'palette.toDark'),
      words: ['theme', 'dark', 'light'],
      icon: dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />,
      onSelect: then(() => void setPreference('theme', dark ? 'light' : 'dark')),
    },
    {
      name: 'preferences',
      label: t('app.preferences'),
      words: ['preferences', 'settings'],
      icon: <Settings2 aria-hidden="true" />,
      onSelect: then(() => openWindow('preferences')),
    },
    {
      name: 'sign-out',
      label: t('app.signOut'),
      words: ['sign out', 'logout'],
      icon: <LogOut aria-hidden="true" className="rtl:-scale-x-100" />,
      onSelect: then(() => void confirmSignOut()),
    },
  ]
}
