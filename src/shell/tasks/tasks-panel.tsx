import { ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { useConnection } from '#console/data/connection.ts'
import { lookAtJobs } from '#console/data/jobs/follow.ts'
import { jobStore } from '#console/data/jobs/store.ts'
import { useStore } from '#console/data/store.ts'
import { t } from '#console/i18n/i18n.ts'
import { relativeTime } from '#console/kit/relative-time.ts'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Sheet } from '#console/ui/sheet.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { usePhone } from '#console/ui/use-media.ts'
import type { Job, JobState } from '#contract/jobs.ts'
import { TaskEntry } from './task-entry.tsx'

const groups = [
  { name: 'running', states: ['running', 'waiting'] },
  { name: 'failed', states: ['dead'] },
  { name: 'ended', states: ['done', 'cancelled'] },
] as const satisfies readonly { name: string; states: readonly JobState[] }[]

function Groups({ jobs, isOnline }: { jobs: readonly Job[]; isOnline: boolean }) {
  return groups.map(({ name, states }) => {
    const list = jobs.filter(({ state }) => states.some((each) => each === state))
    if (!list.length) return null
    return (
      <section key={name} className="pb-2">
        <h3 className="px-5 pt-3 pb-1 text-xs font-medium text-muted-foreground">{t(`task.${name}`)}</h3>
        <ul className="divide-y divide-border/60">
          {list.map((job) => (
            <TaskEntry key={job.id} job={job} isOnline={isOnline} />
          ))}
        </ul>
      </section>
    )
  })
}

/** Imports and whatever else the server works on for this person: what runs, what failed, what is done. */
export function TasksPanel({ onClose }: { onClose: () => void }) {
  const { jobs, answeredAt } = useStore(jobStore)
  const isOnline = useConnection() === 'online'
  const side = usePhone() ? 'bottom' : 'end'
  useEffect(lookAtJobs, [])
  return (
    <Sheet
      side={side}
      {...(side === 'end' && { className: 'w-96' })}
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('task.title')}
      closeLabel={t('app.close')}
    >
      {!isOnline && (
        <p role="status" className="px-5 pt-2 text-xs text-warning-text">
          {t('connection.none')}
          {answeredAt > 0 && ` · ${t('task.asOf', { ago: relativeTime(new Date(answeredAt).toISOString()) })}`}
        </p>
      )}
      {!jobs && isOnline && <Skeleton className="mx-5 my-3 h-14" />}
      {jobs && jobs.length > 0 && <Groups jobs={jobs} isOnline={isOnline} />}
      {((jobs && jobs.length === 0) || (!jobs && !isOnline)) && (
        <EmptyState icon={ListChecks} title={t('task.empty')} detail={t('task.emptyDetail')} />
      )}
    </Sheet>
  )
}
