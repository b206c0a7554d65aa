import { BellRing, CircleCheck, CircleDashed, CircleX, Share, SquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { findInstallMenu } from '#console/data/base/browser.ts'
import { useStore } from '#console/data/base/store.ts'
import { type AlertStep, enableAlerts, runSelfTest } from '#console/data/chat/alerts.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Spinner } from '#console/ui/spinner.tsx'
import { alertPermission } from '#contract/chat/push.ts'
import { holds } from '#contract/kit/field/permission.ts'

const names = ['permission', 'subscription', 'worker', 'push'] as const satisfies readonly AlertStep['name'][]
const untried: readonly AlertStep[] = names.map((name) => ({ name, state: 'idle' }))

function StepMark({ state }: { state: AlertStep['state'] }) {
  if (state === 'running') return <Spinner className="size-5" />
  if (state === 'ok') return <CircleCheck aria-hidden="true" className="size-5 text-primary-text" />
  if (state === 'failed') return <CircleX aria-hidden="true" className="size-5 text-danger-text" />
  return <CircleDashed aria-hidden="true" className="size-5 text-muted-foreground" />
}

function Step({ step }: { step: AlertStep }) {
  return (
    <li data-step={step.name} data-state={step.state} className="flex gap-3 py-3">
      <span className="mt-0.5 shrink-0">
        <StepMark state={step.state} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">
          {t(`alerts.${step.name}`)}{' '}
          <span className="ms-1 text-xs font-normal text-muted-foreground">{t(`alerts.state.${step.state}`)}</span>
        </p>
        <p className="text-sm text-muted-foreground">
          {t(step.state === 'failed' ? `alerts.${step.name}.fix` : `alerts.${step.name}.about`)}
        </p>
        {step.detail && step.state === 'failed' && (
          <bdi dir="auto" className="mt-1 block text-xs text-danger-text [overflow-wrap:anywhere]">
            {step.detail}
          </bdi>
        )}
      </div>
    </li>
  )
}

/** Instructions for iPhone and iPad, where only installed apps get alerts; their storage is their own. */
function InstallGuide() {
  const { rows } = useStore(outboxStore)
  return (
    <Card aria-labelledby="alerts-ios">
      <CardHeader title={<span id="alerts-ios">{t('alerts.ios')}</span>} detail={t('alerts.iosDetail')} />
      {rows.length > 0 && findInstallMenu() === 'share' && (
        <Alert tone="warning" className="mx-4 mt-4">
          {t('alerts.iosWaiting', { count: rows.length })}
        </Alert>
      )}
      <ol className="flex flex-col gap-3 px-4 py-4 text-sm">
        <li className="flex items-center gap-3">
          <Share aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
          {t('alerts.ios1')}
        </li>
        <li className="flex items-center gap-3">
          <SquarePlus aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
          {t('alerts.ios2')}
        </li>
        <li className="flex items-center gap-3">
          <BellRing aria-hidden="true" className="size-5 shrink-0 text-primary-text" />
          {t('alerts.ios3')}
        </li>
      </ol>
    </Card>
  )
}

/** 'Why am I not getting alerts?': checks each step of an alert, with instructions where one fails. */
export function AlertsScreen() {
  useLocale()
  useTitle(t('nav.alerts'))
  const may = holds(useAccess(), alertPermission)
  const [steps, setSteps] = useState(untried)
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof enableAlerts>> | null>(null)
  async function run() {
    setBusy(true)
    setSteps(untried)
    try {
      const got = await enableAlerts()
      setAnswer(got)
      if (got !== 'unsupported' && got !== 'install') await runSelfTest(setSteps)
    } finally {
      setBusy(false)
    }
  }
  const done = steps.every((step) => step.state === 'ok')
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('nav.alerts')}</h1>
      <p className="mt-1 text-base text-muted-foreground">{t('alerts.detail')}</p>
      <div className="mt-6 flex flex-col gap-4">
        {!may && <Alert tone="warning">{t('alerts.mayNot')}</Alert>}
        {(answer === 'unsupported' || answer === 'install') && <Alert tone="warning">{t(`alerts.${answer}`)}</Alert>}
        {done && <Alert>{t('alerts.done')}</Alert>}
        <Card aria-labelledby="alerts-test">
          <CardHeader title={<span id="alerts-test">{t('alerts.test')}</span>}>
            <Button variant="primary" busy={busy} disabled={!may} onClick={() => void run()}>
              {t('alerts.run')}
            </Button>
          </CardHeader>
          <ol aria-live="polite" className="divide-y px-4 py-1">
            {steps.map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </ol>
        </Card>
        <InstallGuide />
      </div>
    </div>
  )
}
