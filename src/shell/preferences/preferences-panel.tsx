import { Minus, Monitor, Moon, Plus, Sun } from 'lucide-react'
import { useState } from 'react'
import { setNewTab, useNewTab } from '#console/data/base/device-preferences.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { isLocale, localeNames, locales } from '#console/i18n/locales.ts'
import { Button } from '#console/ui/button.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Select } from '#console/ui/select.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { Gate } from '../base/gate.tsx'
import { PathLink } from '../base/path-link.tsx'
import { closeWindow } from '../base/shell-window.ts'
import { NotificationSetting } from './notification-setting.tsx'
import { densities, fontScales, layouts, type Preferences, setPreference, usePreferences } from './preferences.ts'
import { Setting } from './setting.tsx'
import { SpeechSettings } from './speech-settings.tsx'

/** Web notifications, for roles that have them, and opening records in a new tab. */
function DeviceSettings() {
  const newTab = useNewTab()
  return (
    <>
      <Gate gate={{ action: 'webnotif', anyOf: ['crm'] }}>
        <NotificationSetting />
        <PathLink
          href="/alerts"
          className="inline-flex min-h-9 items-center text-sm text-primary-text underline-offset-4 hover:underline touch:min-h-11"
          onClick={closeWindow}
        >
          {t('preferences.whyNoAlerts')}
        </PathLink>
      </Gate>
      <Setting label={t('preferences.newTab')} detail={t('preferences.newTabDetail')} htmlFor="preference-new-tab">
        <Switch id="preference-new-tab" checked={newTab} onChange={() => setNewTab(!newTab)} />
      </Setting>
    </>
  )
}

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const

function ThemeLabel({ theme }: { theme: Preferences['theme'] }) {
  const Icon = themeIcons[theme]
  return (
    <>
      <Icon aria-hidden="true" />
      {t(`theme.${theme}`)}
    </>
  )
}

function FontScale({ value }: { value: Preferences['fontScale'] }) {
  const at = fontScales.indexOf(value)
  const step = (by: number) => {
    const next = fontScales[at + by]
    if (next) void setPreference('fontScale', next)
  }
  return (
    <span className="inline-flex items-center gap-1">
      <Button size="icon" repeats aria-label={t('preferences.smaller')} disabled={at === 0} onClick={() => step(-1)}>
        <Minus aria-hidden="true" />
      </Button>
      <output className="w-14 text-center text-sm tabular-nums" aria-label={t('preferences.fontScale')}>
        {value} %
      </output>
      <Button size="icon" repeats aria-label={t('preferences.larger')} disabled={at === fontScales.length - 1} onClick={() => step(1)}>
        <Plus aria-hidden="true" />
      </Button>
    </span>
  )
}

/** A person's settings on this device. Changes apply at once. */
export function PreferencesPanel({ onClose }: { onClose: () => void }) {
  const { theme, locale, fontScale, density, layout } = usePreferences()
  const [changing, setChanging] = useState(false)
  const changeLocale = async (value: string) => {
    if (!isLocale(value)) return
    setChanging(true)
    await setPreference('locale', value).catch(() => postMessage({ kind: 'error', message: 'connection.none' }))
    setChanging(false)
  }
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('app.preferences')}
      closeLabel={t('app.close')}
      className="max-w-xl"
    >
      <div className="divide-y px-5 pb-3">
        <Setting label={t('preferences.language')} htmlFor="preference-language">
          <Select
            id="preference-language"
            className="max-w-48"
            value={locale}
            disabled={changing}
            onChange={(event) => void changeLocale(event.target.value)}
          >
            {locales.map((entry) => (
              <option key={entry} value={entry} lang={entry}>
                {localeNames[entry]}
              </option>
            ))}
          </Select>
        </Setting>
        <Setting label={t('preferences.theme')}>
          <Segmented
            label={t('preferences.theme')}
            value={theme}
            options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: <ThemeLabel theme={value} /> }))}
            onChange={(value) => void setPreference('theme', value)}
          />
        </Setting>
        <Setting label={t('preferences.fontScale')}>
          <FontScale value={fontScale} />
        </Setting>
        <Setting label={t('preferences.density')}>
          <Segmented
            label={t('preferences.density')}
            value={density}
            options={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
            onChange={(value) => void setPreference('density', value)}
          />
        </Setting>
        <Setting label={t('preferences.layout')} detail={t(`layout.${layout}`)}>
          <Segmented
            label={t('preferences.layout')}
            value={layout}
            options={layouts.map((value) => ({ value, label: String(value) }))}
            onChange={(value) => void setPreference('layout', value)}
          />
        </Setting>
        <SpeechSettings />
        <DeviceSettings />
      </div>
    </ResponsiveDialog>
  )
}
