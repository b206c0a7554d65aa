import { ListChecks } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '#console/data/api/session.ts'
import { useStore } from '#console/data/base/store.ts'
import { startJobs } from '#console/data/jobs/follow.ts'
import { tasksPanelStore } from '#console/data/jobs/panel.ts'
import { isActive, jobStore } from '#console/data/jobs/store.ts'
import { t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'

const TasksPanel = deferred(async () => (await import('./tasks-panel.tsx')).TasksPanel)

let started = false

/** Added to the top bar after the page. On a phone, only while there are tasks. */
function TasksButton() {
  const open = useStore(tasksPanelStore)
  const { jobs, unseen } = useStore(jobStore)
  const running = jobs?.filter((job) => isActive(job)).length ?? 0
  const failed = jobs?.some(({ state }) => state === 'dead') ?? false
  useEffect(() => {
    if (!started) startJobs()
    started = true
  }, [])
  const mark = running > 0 ? formatNumber(running) : unseen > 0 ? '' : null
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        className={`relative ${jobs?.length ? '' : 'max-md:hidden'}`}
        aria-haspopup="dialog"
        aria-label={running ? `${t('task.title')}, ${t('task.count', { count: running })}` : t('task.title')}
        onClick={() => tasksPanelStore.set(true)}
      >
        <ListChecks aria-hidden="true" />
        {mark !== null && (
          <span
            aria-hidden="true"
            className={`absolute end-0.5 top-0.5 flex items-center justify-center rounded-full text-[0.625rem] font-semibold tabular-nums ${mark ? 'h-4 min-w-4 px-1' : 'size-2'} ${failed && !running ? 'bg-danger-soft text-danger-text' : 'bg-primary text-primary-foreground'}`}
          >
            {mark}
          </span>
        )}
      </Button>
      <Suspense>{open && <TasksPanel onClose={() => tasksPanelStore.set(false)} />}</Suspense>
    </>
  )
}

/** The top bar is in the first chunk and only reserves its place. */
export function TasksInBar() {
  const plain = useSession().session?.plain
  const [place, setPlace] = useState<Element | null>(null)
  useEffect(() => setPlace(document.querySelector('[data-tasks]')), [])
  return place && !plain ? createPortal(<TasksButton />, place) : null
}
