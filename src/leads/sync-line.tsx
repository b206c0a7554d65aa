import { useEffect } from 'react'
import { leadsHeld } from '#console/data/leads-held.ts'
import { useSync } from '#console/data/sync.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import { Progress } from '#console/ui/progress.tsx'

/** How far the first sync is; told when the leads stand complete on the device. */
export function SyncLine({ onHeld }: { onHeld: () => void }) {
  const { phase, done, total } = useSync()
  useEffect(() => {
    if (phase === 'idle' && leadsHeld()) onHeld()
  }, [phase, onHeld])
  if (phase !== 'first' || total === 0) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 pb-3 text-xs text-muted-foreground">
      <span className="tabular-nums">{t('leads.syncing', { done: formatNumber(done), total: formatNumber(Math.max(done, total)) })}</span>
      <Progress
        label={t('leads.syncLabel')}
        value={Math.min(100, (done / Math.max(1, total)) * 100)}
        className="min-w-40 flex-1 sm:max-w-72"
      />
    </div>
  )
}
