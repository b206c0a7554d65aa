import { Ban, CircleAlert, CircleCheck, Clock, Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useSession } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { expectJob } from '#console/data/jobs/follow.ts'
import { has, t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { relativeTime } from '#console/kit/text/relative-time.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Progress } from '#console/ui/progress.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { type Job, jobCancel, jobResult, jobRetry, jobUndo } from '#contract/jobs.ts'
import type { Call } from '#contract/kit/section/call.ts'

function StateIcon({ state }: { state: Job['state'] }) {
  const place = 'mt-0.5 size-4 shrink-0'
  if (state === 'running') return <Spinner className={place} />
  if (state === 'dead') return <CircleAlert aria-hidden="true" className={`${place} text-danger-text`} />
  if (state === 'done') return <CircleCheck aria-hidden="true" className={`${place} text-primary-text`} />
  const Icon = state === 'waiting' ? Clock : Ban
  return <Icon aria-hidden="true" className={`${place} text-muted-foreground`} />
}

/** 'Import: Banks', from the words of kind and section. */
function titleOf({ kind, section }: Job): string {
  const name = has(`task.kind.${kind}`) ? t(`task.kind.${kind}` as 'task.kind.import') : kind
  return section ? `${name}: ${t(`nav.${section}`)}` : name
}

function progressOf({ done, total, step }: Job): string {
  const words = step && has(`task.step.${step}`) ? t(`task.step.${step}` as 'task.step.reading') : ''
  const count = total === null ? '' : t('task.progress', { done: formatNumber(done), total: formatNumber(total) })
  return [words, count].filter(Boolean).join(' · ')
}

/** Sends a change and shows an error; the store is updated by events. */
async function changeJob(call: Call<unknown>, id: string): Promise<void> {
  try {
    await request(call, { params: { id }, body: {} })
  } catch (error) {
    postMessage({ kind: 'error', text: error instanceof Error ? error.message : t('app.wrong') })
  }
}

async function download({ ref, result }: Job): Promise<void> {
  try {
    await saveFile(await request<Blob>(jobResult, { params: { id: ref } }), result ?? 'download')
  } catch (error) {
    postMessage({ kind: 'error', text: error instanceof Error ? error.message : t('app.wrong') })
  }
}

/** What an import came to: counts, or what an undo took back. */
function outcomeOf({ import: outcome }: Job): string {
  if (!outcome || outcome.state === 'running') return ''
  if (outcome.state === 'failed') return t('task.import.failed')
  const { created, updated, skipped, failed, undone, kept, state } = outcome
  if (state === 'undone' || state === 'undoing') return t('task.import.undone', { undone: formatNumber(undone), kept: formatNumber(kept) })
  const counts = {
    created: formatNumber(created),
    updated: formatNumber(updated),
    skipped: formatNumber(skipped),
    failed: formatNumber(failed),
  }
  return t(state === 'checked' ? 'task.import.checked' : 'task.import.sum', counts)
}

/** Asks, then undoes an import as a task of its own. */
async function undo({ ref, subject, import: outcome }: Job): Promise<void> {
  const isSure = await confirm({
    title: t('task.import.undoTitle', { name: subject ?? '' }),
    detail: t('task.import.undoDetail', { created: formatNumber(outcome?.created ?? 0), updated: formatNumber(outcome?.updated ?? 0) }),
    action: t('task.import.undo'),
    cancel: t('app.cancel'),
    close: t('app.close'),
    destructive: true,
  })
  if (!isSure) return
  await changeJob(jobUndo, ref)
  expectJob()
}

function Actions({ job, isOnline }: { job: Job; isOnline: boolean }) {
  const [busy, setBusy] = useState(false)
  const { state, ref, may_change, result, kind } = job
  const undoUntil = kind === 'import' && may_change ? job.import?.undo_until : null
  const press = (work: () => Promise<void>) => () => {
    setBusy(true)
    void work().finally(() => setBusy(false))
  }
  const mayCancel = may_change && (state === 'waiting' || state === 'running')
  const mayRetry = may_change && state === 'dead'
  if (!mayCancel && !mayRetry && !result && !undoUntil) return null
  const button = { size: 'small', busy, disabled: !isOnline } as const
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {result && (
        <Button {...button} onClick={press(() => download(job))}>
          <Download aria-hidden="true" />
          {t('task.download')}
        </Button>
      )}
      {undoUntil && (
        <Button {...button} onClick={press(() => undo(job))}>
          <Undo2 aria-hidden="true" className="rtl:-scale-x-100" />
          {t('task.import.undoUntil', { at: formatDateTime(undoUntil) })}
        </Button>
      )}
      {mayRetry && (
        <Button {...button} onClick={press(() => changeJob(jobRetry, ref))}>
          {t('app.retry')}
        </Button>
      )}
      {mayCancel && (
        <Button {...button} onClick={press(() => changeJob(jobCancel, ref))}>
          {t('app.cancel')}
        </Button>
      )}
    </div>
  )
}

export function TaskEntry({ job, isOnline }: { job: Job; isOnline: boolean }) {
  const me = useSession().session?.user.name
  const { state, subject, done, total, problem, created_by, ended_at, started_at, created_at } = job
  const title = titleOf(job)
  const isActive = state === 'running' || state === 'waiting'
  const when = relativeTime(ended_at ?? started_at ?? created_at)
  const by = created_by && created_by !== me ? created_by : ''
  const note = [t(`task.state.${state}`), when, by].filter(Boolean).join(' · ')
  return (
    <li className="flex gap-3 px-5 py-3 text-sm" data-task={state}>
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {subject && <p className="truncate text-muted-foreground">{subject}</p>}
        {state === 'running' && <Progress className="mt-2" label={title} {...(total && { value: Math.min(100, (done / total) * 100) })} />}
        {isActive && progressOf(job) && <p className="mt-1 text-xs tabular-nums">{progressOf(job)}</p>}
        {outcomeOf(job) && <p className="mt-1 text-xs tabular-nums">{outcomeOf(job)}</p>}
        {problem && state !== 'running' && <p className="mt-1 text-danger-text">{problem}</p>}
        <p className="mt-1 text-xs text-muted-foreground">{note}</p>
        <Actions job={job} isOnline={isOnline} />
      </div>
    </li>
  )
}
