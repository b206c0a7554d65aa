import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'

interface Props {
  id: string
  /** Chosen chats, of several numbers of ours. */
  rooms: readonly Room[]
  onKeep: (rooms: readonly Room[]) => void
}

/** Why no broadcast goes to the chosen chats, and a way to those of each number (docs/product/chat.md#broadcasts). */
export function OneNumber({ id, rooms, onKeep }: Props) {
  const numbers = [...new Set(rooms.map(({ whatsapp_number }) => whatsapp_number))]
  return (
    <div className="flex flex-col gap-2 border-b bg-muted/50 px-4 py-2 text-xs text-muted-foreground">
      <p id={id} role="status">
        {t('refusal.broadcast_numbers')}
      </p>
      <div className="flex flex-wrap gap-2">
        {numbers.map((number) => {
          const own = rooms.filter(({ whatsapp_number }) => whatsapp_number === number)
          return (
            <Button key={number} size="small" onClick={() => onKeep(own)}>
              <bdi className="max-w-32 truncate">{own[0]?.whatsapp_number_name ?? '–'}</bdi>
              <span className="tabular-nums">· {formatNumber(own.length)}</span>
            </Button>
          )
        })}
      </div>
    </div>
  )
}
