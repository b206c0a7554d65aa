import { ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { lookAtJobs } from '#console/data/jobs/follow.ts'
import { jobStore } from '#console/data/jobs/store.ts'
import { t } from '#console/i18n/i18n.ts'
import { relativeTime } from '#console/kit/text/relative-time.ts'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { Sheet } from '#console/ui/sheet.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { Job, JobState } from '#contract/jobs.ts'
import { useSteadyOrder } from '../base/use-steady-order.ts'
import { TaskEntry } from './task-entry.tsx'

const ranks: Readonly<Record<JobState, number>> = { running: 0, waiting: 0, dead: 1, done: 2, cancelled: 2 }
const idOf = ({ id }: Job) => id
const rankOf = ({ state }: Job) => ranks[state]

function TaskList({ jobs, isOnline }: { jobs: readonly Job[]; isOnline: boolean }) {
  const inOrder = useSteadyOrder(jobs, idOf, rankOf)
  return (
    <ul className="divide-y divide-border/60 pb-2">
      {inOrder.map((job) => (
        <TaskEntry key={job.id} job={job} isOnline={isOnline} />
      ))}
    </ul>
  )
}

/** Imports and other server tasks of this person: running, failed, done. */
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
      {jobs && jobs.length > 0 && <TaskList jobs={jobs} isOnline={isOnline} />}
      {((jobs && jobs.length === 0) || (!jobs && !isOnline)) && (
        <EmptyState icon={ListChecks} title={t('task.empty')} detail={t('task.emptyDetail')} />
      )}
    </Sheet>
  )
}
