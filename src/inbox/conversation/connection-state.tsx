import { Wifi, WifiOff } from 'lucide-react'
import { memo } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useSocket } from '#console/data/chat/socket.ts'
import { t } from '#console/i18n/i18n.ts'
import { Spinner } from '#console/ui/spinner.tsx'

const line = 'flex min-h-7 items-center justify-center gap-2 px-4 text-xs font-medium'

/** No network or no server: in both cases messages wait on the device. */
export function OfflineLine() {
  return (
    <p role="status" className={`${line} bg-warning-soft text-warning-text`}>
      <WifiOff aria-hidden="true" className="size-3.5" />
      {t('chat.offlineLine')}
    </p>
  )
}

/** State of the realtime connection, where it needs attention. Without a network there is the banner of the page. */
export const RealtimeState = memo(function UnmemoizedRealtimeState() {
  const { phase, reconnected } = useSocket()
  const connection = useConnection()
  if (connection !== 'online') return null
  if (reconnected)
    return (
      <p role="status" className={`${line} bg-primary-soft text-primary-text`}>
        <Wifi aria-hidden="true" className="size-3.5" />
        {t('chat.reconnected')}
      </p>
    )
  if (phase === 'connected') return null
  return (
    <p role="status" className={`${line} bg-muted text-muted-foreground`}>
      {phase === 'connecting' && <Spinner className="size-3.5" />}
      {t(phase === 'connecting' ? 'chat.connecting' : 'chat.closed')}
    </p>
  )
})

/** The same in a chat, where it also says what becomes of a message. */
export const ConnectionState = () => (useConnection() === 'online' ? <RealtimeState /> : <OfflineLine />)
