import { Hand } from 'lucide-react'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { change } from '../room/change.ts'
import { type ChatMay, useMe } from '../room/may.ts'

interface Props {
  room: Room
  may: ChatMay
  /** Opens the next open chat; absent where there is none. */
  onNext: (() => void) | undefined
}

/** Above the composer: the way to the next chat after this one is resolved, and on a phone to take it over. */
export function RoomStrip({ room, may, onNext }: Props) {
  const phone = usePhone()
  const me = useMe()
  const resolved = room.status === 'resolved'
  const others = phone && may.update && room.assignee_sales !== me
  if (!(resolved && onNext) && !others) return null
  return (
    <div className="flex items-center gap-2 border-t bg-background px-4 py-1 text-sm text-muted-foreground">
      <span className="me-auto min-w-0 truncate">
        {resolved
          ? t('chat.isResolved')
          : room.assignee_sales
            ? t('chat.lookedAfter', { name: room.assignee_sales_name ?? '…' })
            : t('choice.0')}
      </span>
      {others && (
        <Button size="small" onClick={() => void change([room], { takeover: true })}>
          <Hand aria-hidden="true" />
          {t('chat.takeover')}
        </Button>
      )}
      {resolved && onNext && (
        <Button size="small" variant="primary" onClick={onNext}>
          {t('chat.nextChat')}
        </Button>
      )}
    </div>
  )
}
