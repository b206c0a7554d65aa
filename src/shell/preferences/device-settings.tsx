import { useState } from 'react'
import { setNewTab, setNotifications, useNewTab, useNotifications } from '#console/data/base/device-preferences.ts'
import { t } from '#console/i18n/i18n.ts'
import { Switch } from '#console/ui/switch.tsx'
import { Gate } from '../base/gate.tsx'
import { PathLink } from '../base/path-link.tsx'
import { closeWindow } from '../base/shell-window.ts'
import { Setting } from './setting.tsx'

/** Web notifications, for roles that have them, and opening records in a new tab. */
export function DeviceSettings() {
  const active = useNotifications()
  const newTab = useNewTab()
  const [refused, setRefused] = useState(false)
  return (
    <>
      <Gate gate={{ action: 'webnotif', anyOf: ['crm'] }}>
        <Setting
          label={t('preferences.notifications')}
          detail={t(
            refused ? 'preferences.notificationsRefused' : active ? 'preferences.notificationsActive' : 'preferences.notificationsPaused',
          )}
          htmlFor="preference-notifications"
        >
          <Switch
            id="preference-notifications"
            checked={active}
            onChange={() => void setNotifications(!active).then((allowed) => setRefused(!allowed))}
          />
        </Setting>
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
