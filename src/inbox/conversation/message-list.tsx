import { TriangleAlert, WifiOff } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { MessageSkeletons } from './message-skeletons.tsx'
import { Messages, type MessagesProps } from './messages.tsx'

/** Messages of a room in every state: loading, empty, failed, loaded. */
export function MessageList(props: MessagesProps) {
  const { messages, state, retry } = props.history
  if (messages.length > 0) return <Messages {...props} />
  if (state === 'loading') return <MessageSkeletons />
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
      {state === 'error' || state === 'offline' ? (
        <EmptyState
          icon={state === 'offline' ? WifiOff : TriangleAlert}
          title={t(state === 'offline' ? 'connection.none' : 'chat.roomFailed')}
          detail={t(state === 'offline' ? 'chat.roomOffline' : 'chat.roomFailedDetail')}
        >
          <Button onClick={retry}>{t('app.retry')}</Button>
        </EmptyState>
      ) : (
        <EmptyState title={t('chat.noMessage')} detail={t('chat.noMessageDetail')} />
      )}
    </div>
  )
}
