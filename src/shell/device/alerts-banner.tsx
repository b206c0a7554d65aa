import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { useNotifications } from '#console/data/base/device-preferences.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { pushStore, renewPush, silenceStore } from '#console/data/chat/push-subscription.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { alertPermission } from '#contract/chat/push.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { PathLink } from '../base/path-link.tsx'

/** Until the next start. */
let isPutOff = false

/** Says above the screens that alerts do not reach this device, though the person wants them (docs/product/chat.md#alerts). */
export function AlertsBanner() {
  const isWanted = useNotifications()
  const mayHear = holds(useAccess(), alertPermission)
  const isDenied = useStore(pushStore) === 'denied'
  const since = useStore(silenceStore)
  const [isBusy, setBusy] = useState(false)
  const [isClosed, setClosed] = useState(isPutOff)
  if (!isWanted || !mayHear || isClosed || !(isDenied || since)) return null

  const putOff = () => {
    isPutOff = true
    setClosed(true)
  }
  const renew = async () => {
    setBusy(true)
    const state = await renewPush()
    setBusy(false)
    if (state === 'confirmed') postMessage({ kind: 'success', text: t('offer.on') })
    else postMessage({ kind: 'error', text: t(`push.problem.${state}`) })
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning-text md:px-6"
    >
      <BellOff aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">{isDenied || !since ? t('push.off') : t('push.silent', { since: formatDateTime(since) })}</strong>{' '}
        {isDenied && t('push.problem.denied')}
      </p>
      <span className="flex flex-wrap gap-2">
        {!isDenied && (
          <Button size="small" variant="primary" busy={isBusy} onClick={() => void renew()}>
            {t('push.renew')}
          </Button>
        )}
        <PathLink href="/alerts" className={buttonClass({ size: 'small' })}>
          {t('preferences.whyNoAlerts')}
        </PathLink>
        <Button size="small" variant="ghost" onClick={putOff}>
          {t('push.notNow')}
        </Button>
      </span>
    </div>
  )
}
