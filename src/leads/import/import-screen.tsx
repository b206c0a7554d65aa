import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Progress } from '#console/ui/progress.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import type { ImportState as State } from '#contract/import/import-calls.ts'
import { importLimits } from '#contract/import/limits.ts'
import { chooseFile, startOver } from './actions.ts'
import { BadRows } from './bad-rows.tsx'
import { Footer, Steps, TroubleAlert } from './frame.tsx'
import { Counts, UnchangedLeads } from './outcome.tsx'
import { RecentImports } from './recent-imports.tsx'
import { cancelImport, goOn, resume } from './run.ts'
import { change, useImport } from './state.ts'
import { StepCheck } from './step-check.tsx'
import { StepColumns } from './step-columns.tsx'
import { UndoButton } from './undo-button.tsx'

const accept = '.xlsx,.xls,.csv,.vcf,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Chooses or drops a file; recent imports are below. */
function StepFile() {
  const { busy } = useImport()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const file = list?.[0]
    if (file) void chooseFile(file, file.name)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <section
        aria-label={t('import.choose')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-col items-center gap-1 rounded-xl border-2 border-dashed px-6 py-12 text-center transition-colors ${over ? 'border-primary bg-primary-soft' : 'border-input bg-card'}`}
      >
        <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-muted text-muted-foreground">
          {busy ? <Spinner className="size-6" /> : <FileSpreadsheet aria-hidden="true" className="size-6" />}
        </span>
        <p className="font-medium">{t(busy ? 'import.reading' : 'import.drop')}</p>
        <p className="max-w-md text-sm text-muted-foreground">
          {t('import.limits', { rows: formatNumber(importLimits.rows), size: formatSize(importLimits.bytes) })}
        </p>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={t('import.choose')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <Button variant="primary" className="mt-4" busy={busy} onClick={() => input.current?.click()}>
          <Upload aria-hidden="true" />
          {t('import.choose')}
        </Button>
      </section>
      <RecentImports />
    </>
  )
}

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
function StepRun() {
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

const titles = {
  done: 'import.finished',
  cancelled: 'import.wasCancelled',
  undone: 'import.wasUndone',
  undoing: 'import.undoing',
  running: 'import.running',
  failed: 'import.wasCancelled',
  checked: 'import.finished',
} as const satisfies Record<State, string>

/** Counts, refused rows, and a link back. */
function StepResult() {
  const { result, leftOut, problems } = useImport()
  if (!result) return null
  return (
    <>
      <h2 className="text-lg font-semibold">{t(titles[result.state])}</h2>
      {result.state === 'cancelled' && (
        <Alert tone="warning">{t('import.partly', { done: result.created + result.updated, total: result.total })}</Alert>
      )}
      <Counts so={result} leftOut={leftOut} />
      <UndoButton so={result} onChange={(so) => change({ result: so })} />
      <UnchangedLeads so={result} />
      <BadRows rows={[...problems, ...result.failures].toSorted((a, b) => a.row - b.row)} />
      <Footer>
        <Button onClick={startOver}>{t('import.another')}</Button>
        <Link to="/leads/list" className={buttonClass({ variant: 'primary' })}>
          {t('import.toLeads')}
        </Link>
      </Footer>
    </>
  )
}

const bodies = { file: StepFile, columns: StepColumns, check: StepCheck, run: StepRun, result: StepResult }

/** Facts about the file: name, size, rows, and text encoding. */
function AboutFile() {
  const { file, about } = useImport()
  if (!file || !about) return null
  const facts = [
    formatSize(file.size),
    t('import.rows', { count: about.total, shown: formatNumber(about.total) }),
    ...(about.sheet ? [t('import.sheet', { name: about.sheet })] : []),
    ...(about.encoding === 'mixed' ? [t('import.mixed')] : about.encoding ? [about.encoding.toUpperCase()] : []),
  ]
  return (
    <p className="mb-4 text-sm text-muted-foreground" data-import-file={file.name}>
      <bdi className="font-medium text-foreground">{file.name}</bdi>
      {facts.map((fact) => (
        <span key={fact}>
          {' · '}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  )
}

/** Wizard of an import: file, columns, dry run, sending, result. */
export function ImportScreen() {
  useLocale()
  useTitle(t('import.title'))
  const { step, trouble } = useImport()
  const Body = bodies[step]
  useEffect(() => void resume(), [])
  return (
    <div className="mx-auto flex min-h-full w-full max-w-4xl flex-col px-4 pt-4 md:px-6 md:pt-8">
      <header className="mb-5 flex items-center gap-2">
        <Link
          to="/leads/list"
          aria-label={t('import.toLeads')}
          className={buttonClass({ variant: 'quiet', size: 'icon', className: '-ms-2' })}
        >
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
        <h1 className="text-xl font-semibold">{t('import.title')}</h1>
      </header>
      <Steps step={step} />
      <AboutFile />
      <div className="flex flex-1 flex-col gap-4 pb-6">
        <TroubleAlert trouble={trouble} />
        <Body />
      </div>
    </div>
  )
}
