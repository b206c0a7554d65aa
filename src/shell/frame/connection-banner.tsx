import { CloudOff, WifiOff } from 'lucide-react'
import { useConnection } from '#console/data/api/connection.ts'
import { useDatabaseState } from '#console/data/cache/database-state.ts'
import { t } from '#console/i18n/i18n.ts'

/** No network ('No Internet Connection'), or a network with an unreachable server. */
export function ConnectionBanner() {
  const connection = useConnection()
  const canKeep = useDatabaseState() === 'ready'
  if (connection === 'online') return null
  const Icon = connection === 'offline' ? WifiOff : CloudOff
  return (
    // A line on a phone, where the rows need the height; what does not fit is read aloud.
    <div role="status" className="flex items-center gap-2 border-b bg-warning-soft px-4 py-1 text-xs text-warning-text md:px-6">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <p className="truncate">
        <strong className="font-semibold">{t(connection === 'offline' ? 'connection.none' : 'connection.silent')}.</strong>{' '}
        {t(canKeep ? 'connection.kept' : 'connection.notKept')}
      </p>
    </div>
  )
}
