import { useEffect, useState } from 'react'
import { setNotifications, useNotifications } from '#console/data/base/device-preferences.ts'
import { useStore } from '#console/data/base/store.ts'
import { confirmPush, isPushProblem, mayNotify, pushStore, renewPush, silenceStore } from '#console/data/chat/push-subscription.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { Setting } from './setting.tsx'

/** On is what the push service and the server confirmed. */
export function NotificationSetting() {
  const active = useNotifications()
  const push = useStore(pushStore)
  const since = useStore(silenceStore)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (active) void confirmPush()
  }, [active])
  const detail = () => {
    if (refused) return t('preferences.notificationsRefused')
    if (!active) return t('preferences.notificationsPaused')
    if (push === 'unknown') return t('preferences.notificationsChecking')
    if (push === 'confirmed') return since ? t('push.silent', { since: formatDateTime(since) }) : t('preferences.notificationsActive')
    return `${mayNotify() ? `${t('push.onlyOpen')} ` : ''}${t(`push.problem.${push}`)}`
  }
  return (
    <Setting label={t('preferences.notifications')} detail={detail()} htmlFor="preference-notifications">
      {active && isPushProblem(push) && (
        <Button size="small" onClick={() => void confirmPush()}>
          {t('app.retry')}
        </Button>
      )}
      {active && push === 'confirmed' && since && (
        <Button size="small" onClick={() => void renewPush()}>
          {t('push.renew')}
        </Button>
      )}
      <Switch
        id="preference-notifications"
        checked={active}
        onChange={() => void setNotifications(!active).then((allowed) => setRefused(!allowed))}
      />
    </Setting>
  )
}
