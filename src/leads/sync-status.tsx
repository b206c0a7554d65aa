import { useEffect } from 'react'
import { isCached } from '#console/data/cache/cached.ts'
import { pauseSync, pullChanges, useSync } from '#console/data/start/sync.ts'
import { tryAgain } from '#console/data/writes/try-again.ts'
import type words from '#console/i18n/en/sync.json'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'

type Sync = ReturnType<typeof useSync>

const goOn = () => pullChanges({ resume: true })

interface Standstill {
  text: keyof typeof words
  /** Label of the action. */
  act?: MessageId
}

/** Reason why the sync stopped, with an action; null when there is none. */
function standstill({ phase, problem, total }: Sync, cached: boolean): Standstill | null {
  if (phase === 'paused') return { text: total ? 'sync.paused' : 'sync.pausedEmpty', act: 'sync.resume' }
  if (problem === 'quota') return { text: cached ? 'sync.quotaHeld' : 'sync.quota', act: 'sync.retry' }
  // Cached leads are usable in any case; the shell shows the connection.
  if (cached || !problem) return null
  if (problem === 'offline') return { text: total ? 'sync.offline' : 'sync.offlineEmpty' }
  return problem === 'worker' ? { text: 'sync.worker' } : { text: 'sync.failed', act: 'sync.retry' }
}

/**
 * Progress of the first sync, over the leads so that none moves under a finger, and its problems, which stay. Calls `onCached` when all
 * leads are on the device.
 */
export function SyncStatus({ onCached }: { onCached: () => void }) {
  const sync = useSync('leads')
  const { phase, done, total } = sync
  const cached = isCached('leads')
  useEffect(() => {
    if (phase === 'idle' && cached) onCached()
  }, [phase, cached, onCached])
  const moves = phase === 'first' && total > 0
  const stands = standstill(sync, cached)
  if (!moves && !stands) return null
  const max = Math.max(done, total)
  const values = { done: formatNumber(done), total: formatNumber(max) }
  return (
    <div
      role="status"
      className={`flex items-center gap-x-3 text-xs text-muted-foreground ${stands ? 'px-4 pb-1' : 'fixed inset-x-0 bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mx-auto w-max max-w-[calc(100vw-1rem)] rounded-xl bg-popover p-2 shadow-floating'}`}
    >
      <span className="tabular-nums">{stands ? t(stands.text, values) : t('sync.syncing', values)}</span>
      {max > 0 && !cached && <Progress label={t('sync.label')} value={(done / max) * 100} className="min-w-16 flex-1 sm:max-w-72" />}
      {moves && (
        <Button size="small" variant="quiet" onClick={pauseSync}>
          {t('sync.pause')}
        </Button>
      )}
      {stands?.act && (
        <Button size="small" onClick={() => void tryAgain(goOn)}>
          {t(stands.act)}
        </Button>
      )}
    </div>
  )
}
