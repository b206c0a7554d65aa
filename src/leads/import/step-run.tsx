import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Progress } from '#console/ui/progress.tsx'
import { startOver } from './actions.ts'
import { Footer } from './frame.tsx'
import { cancelImport, goOn } from './run.ts'
import { useImport } from './state.ts'

async function confirmCancel(): Promise<void> {
  const question = {
    title: t('import.cancelTitle'),
    detail: t('import.cancelDetail'),
    action: t('import.cancel'),
    cancel: t('import.keepGoing'),
    close: t('app.close'),
    destructive: true,
  }
  if (await confirm(question)) await cancelImport()
}

/** Progress of sending; offline it says so and resumes by itself. */
export function StepRun() {
  const { run, busy, trouble } = useImport()
  if (!run) return null
  const { server, total, state } = run
  const done = server ? server.created + server.updated + server.skipped + server.failed : 0
  return (
    <>
      <section className="rounded-xl border bg-card p-4" aria-labelledby="import-running">
        <h2 id="import-running" className="text-base font-semibold">
          {t(state === 'cancelling' ? 'import.cancelling' : 'import.running')}
        </h2>
        <p role="status" className="mt-1 mb-3 text-sm tabular-nums text-muted-foreground" data-import-done={done}>
          {t('import.done', { done: formatNumber(done), total: formatNumber(total) })}
        </p>
        <Progress label={t('import.running')} value={(done / Math.max(1, total)) * 100} />
      </section>
      {state === 'waiting' && (
        <Alert tone="warning">
          <strong className="font-medium">{t('connection.none')}</strong> {t('import.waiting')}
        </Alert>
      )}
      {state !== 'waiting' && busy && <p className="text-sm text-muted-foreground">{t('import.mayLeave')}</p>}
      <Footer>
        {trouble ? (
          <>
            <Button onClick={startOver}>{t('import.otherFile')}</Button>
            {trouble.is !== 'ended' && (
              <Button variant="primary" onClick={() => void goOn()}>
                {t('app.retry')}
              </Button>
            )}
          </>
        ) : (
          <Button disabled={state === 'cancelling'} onClick={() => void confirmCancel()}>
            {t('import.cancel')}
          </Button>
        )}
      </Footer>
    </>
  )
}
