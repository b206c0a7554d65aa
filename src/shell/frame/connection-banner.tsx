import { CloudOff, WifiOff } from 'lucide-react'
import { useConnection } from '#console/data/api/connection.ts'
import { t } from '#console/i18n/i18n.ts'

/** No network ('No Internet Connection'), or a network with an unreachable server. */
export function ConnectionBanner() {
  const connection = useConnection()
  if (connection === 'online') return null
  const Icon = connection === 'offline' ? WifiOff : CloudOff
  return (
    <div role="status" className="flex items-start gap-2.5 border-b bg-warning-soft px-4 py-2 text-sm text-warning-text md:px-6">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">
        <strong className="font-semibold">{t(connection === 'offline' ? 'connection.none' : 'connection.silent')}.</strong>{' '}
        {t('connection.kept')}
      </p>
    </div>
  )
}
