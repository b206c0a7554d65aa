import { BellRing, Download } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { findInstallMenu } from '#console/data/base/browser.ts'
import { answerSetupOffer, hasChosenNotifications, notificationStore } from '#console/data/base/device-preferences.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { enableAlerts } from '#console/data/chat/alerts.ts'
import { isPushProblem, mayNotify, type PushProblem, pushStore, supportsPush } from '#console/data/chat/push-subscription.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { spanOf } from '#console/data/start/browser-memory.ts'
import { installPromptStore, showInstallPrompt } from '#console/data/start/install-prompt.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { alertPermission } from '#contract/chat/push.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { useMemory } from '../memory/memory-notice.tsx'
import { WaitingActions } from '../memory/waiting-actions.tsx'

/** `share`: an iPhone or iPad installs by a menu of its own. `dock`: so does Safari on a Mac. */
export type OfferPart = 'alerts' | 'install' | 'share' | 'dock'

/** What this device could still have. `mayHear`: the person's role includes alerts. */
export function findParts(mayHear: boolean): OfferPart[] {
  const isFailing = notificationStore.get() && isPushProblem(pushStore.get())
  const canHear = mayHear && supportsPush() && Notification.permission !== 'denied' && (isFailing || !hasChosenNotifications())
  const menu = findInstallMenu()
  return [...(canHear ? ['alerts' as const] : []), ...(installPromptStore.get() ? ['install' as const] : []), ...(menu ? [menu] : [])]
}

const isHearing = () => notificationStore.get() && supportsPush() && mayNotify()

/** Where the installed app has a storage of its own: what it would not see of this one. */
function Apart() {
  const memory = useMemory()
  const { rows } = useStore(outboxStore)
  return (
    <>
      {memory && spanOf(memory) === 'week' && <p className="text-sm">{t('memory.week')}</p>}
      {rows.length > 0 && (
        <Alert tone="warning">
          <p>
            <strong className="font-semibold">{t('memory.waits', { count: rows.length })}</strong>{' '}
            {t('memory.apart', { page: t('nav.device') })}
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            <WaitingActions isFirst />
          </p>
        </Alert>
      )}
    </>
  )
}

/** Offers alerts and installing, once for each device: whatever is pressed last ends it (docs/product/session.md#setting-up-a-device). */
export function SetupOffer() {
  const mayHear = holds(useAccess(), alertPermission)
  useStore(installPromptStore)
  const push = useStore(pushStore)
  // A device with alerts is set up; people who get them here are still offered the rest.
  const [wasHearing] = useState(isHearing)
  const [isAnswered, setAnswered] = useState(false)
  const [problem, setProblem] = useState<PushProblem | 'install' | null>(null)
  const [busy, setBusy] = useState<OfferPart | null>(null)
  const parts = findParts(mayHear)
  // A press that failed may be tried again, though the browser says no by now.
  const shows = (part: OfferPart) => parts.includes(part) || busy === part || (part === 'alerts' && problem !== null)
  const offered = (['alerts', 'install', 'share', 'dock'] as const).filter(shows)
  if (isAnswered || (wasHearing && !isPushProblem(push)) || offered.length === 0) return null

  const end = () => {
    answerSetupOffer()
    setAnswered(true)
  }
  /** `work` says whether the part is done. */
  const run = async (part: OfferPart, work: () => Promise<boolean>) => {
    setBusy(part)
    try {
      if ((await work()) && findParts(mayHear).length === 0) end()
    } finally {
      setBusy(null)
    }
  }
  const listen = async () => {
    const answer = await enableAlerts()
    setProblem(answer === 'confirmed' ? null : answer)
    if (answer === 'confirmed') postMessage({ kind: 'success', text: t('offer.on') })
    return answer === 'confirmed'
  }
  const install = async () => {
    await showInstallPrompt()
    return problem === null
  }
  const failed = problem ?? (isPushProblem(push) ? push : null)
  return (
    <Card aria-labelledby="setup-offer" data-offer="" className="grid gap-3 p-4">
      <div className="grid gap-1">
        <h2 id="setup-offer" className="text-base font-semibold">
          {t('offer.title')}
        </h2>
        <p className="text-sm text-muted-foreground">
          {offered.map((part) => t(`offer.${part}`)).join(' ')} {t('offer.once')}
        </p>
      </div>
      {(shows('share') || shows('dock')) && <Apart />}
      {shows('alerts') && failed && (
        <Alert tone="danger">
          {failed === 'install' ? t('offer.share') : t(`push.problem.${failed}`)} {isHearing() && t('push.onlyOpen')}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {shows('alerts') && (
          <Button variant="primary" busy={busy === 'alerts'} onClick={() => void run('alerts', listen)}>
            <BellRing aria-hidden="true" />
            {t(failed ? 'app.retry' : 'offer.turnOn')}
          </Button>
        )}
        {shows('install') && (
          <Button
            variant={shows('alerts') ? 'secondary' : 'primary'}
            busy={busy === 'install'}
            onClick={() => void run('install', install)}
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
