import { BellRing, Download } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { answerSetupOffer, hasChosenNotifications, notificationStore } from '#console/data/base/device-preferences.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { enableAlerts, needsInstall } from '#console/data/chat/alerts.ts'
import { supportsPush } from '#console/data/chat/push-subscription.ts'
import { installPromptStore, showInstallPrompt } from '#console/data/start/install-prompt.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { alertPermission } from '#contract/chat/push.ts'
import { holds } from '#contract/kit/field/permission.ts'

/** `share`: an iPhone or iPad installs by a menu of its own. */
export type OfferPart = 'alerts' | 'install' | 'share'

/** What this device could still have. `mayHear`: the person's role includes alerts. */
export function findParts(mayHear: boolean): OfferPart[] {
  const canHear = mayHear && supportsPush() && Notification.permission !== 'denied' && !hasChosenNotifications()
  return [
    ...(canHear ? ['alerts' as const] : []),
    ...(installPromptStore.get() ? ['install' as const] : []),
    ...(needsInstall() ? ['share' as const] : []),
  ]
}

const isHearing = () => notificationStore.get() && supportsPush() && Notification.permission === 'granted'

/** Offers alerts and installing, once for each device: whatever is pressed last ends it (docs/product/session.md#setting-up-a-device). */
export function SetupOffer() {
  const mayHear = holds(useAccess(), alertPermission)
  useStore(installPromptStore)
  // Whoever has alerts has set this device up; those who get them here are still offered the rest.
  const [isEnded, setEnded] = useState(isHearing)
  const [busy, setBusy] = useState<OfferPart | null>(null)
  const parts = findParts(mayHear)
  if (isEnded || (parts.length === 0 && !busy)) return null

  const end = () => {
    answerSetupOffer()
    setEnded(true)
  }
  const run = async (part: OfferPart, work: () => Promise<unknown>) => {
    setBusy(part)
    try {
      await work()
    } finally {
      setBusy(null)
      if (findParts(mayHear).length === 0) end()
    }
  }
  const listen = async () => {
    const isOn = (await enableAlerts()) === 'granted'
    postMessage(isOn ? { kind: 'success', text: t('offer.on') } : { kind: 'info', text: t('preferences.notificationsRefused') })
  }
  const shows = (part: OfferPart) => parts.includes(part) || busy === part
  return (
    <Card aria-labelledby="setup-offer" data-offer="" className="grid gap-3 p-4">
      <div className="grid gap-1">
        <h2 id="setup-offer" className="text-base font-semibold">
          {t('offer.title')}
        </h2>
        <p className="text-sm text-muted-foreground">
          {(['alerts', 'install', 'share'] as const)
            .filter(shows)
            .map((part) => t(`offer.${part}`))
            .join(' ')}{' '}
          {t('offer.once')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {shows('alerts') && (
          <Button variant="primary" busy={busy === 'alerts'} onClick={() => void run('alerts', listen)}>
            <BellRing aria-hidden="true" />
            {t('offer.turnOn')}
          </Button>
        )}
        {shows('install') && (
          <Button
            variant={shows('alerts') ? 'secondary' : 'primary'}
            busy={busy === 'install'}
            onClick={() => void run('install', showInstallPrompt)}
          >
            <Download aria-hidden="true" />
            {t('offer.installNow')}
          </Button>
        )}
        <Button variant="ghost" onClick={end}>
          {t('offer.refuse')}
        </Button>
      </div>
    </Card>
  )
}
