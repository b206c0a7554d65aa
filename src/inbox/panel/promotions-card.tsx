import { Megaphone } from 'lucide-react'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { change } from '../room/change.ts'
import { type ChatMay, useMe } from '../room/may.ts'
import { roomName } from '../room/room.ts'
import { PanelCard } from './panel-card.tsx'

/** That the customer stopped promotions, and taking it back by whoever looks after the chat (docs/product/whatsapp.md#promotions). */
export function PromotionsCard({ room, may }: { room: Room; may: ChatMay }) {
  const isOwner = useMe() === room.assignee_sales
  const isOwn = room.promotions_stopped === 'own'
  const at = room.promotions_stopped_at ? formatDateTime(room.promotions_stopped_at) : '–'
  async function takeBack() {
    const isSure = await confirm({
      title: t('part.promotions.ask', { name: roomName(room) }),
      detail: t('part.promotions.askDetail'),
      action: t('part.promotions.takeBack'),
      cancel: t('list.cancel'),
      close: t('app.close'),
    })
    if (isSure) await change([room], { promotions: true })
  }
  return (
    <PanelCard title={t('part.promotions.title')}>
      <p className="text-sm text-muted-foreground">{t(isOwn ? 'part.promotions.own' : 'part.promotions.whatsapp', { at })}</p>
      {isOwn &&
        may.update &&
        (isOwner ? (
          <Button className="mt-3" onClick={() => void takeBack()}>
            <Megaphone aria-hidden="true" />
            {t('part.promotions.takeBack')}
          </Button>
        ) : (
          <p className="mt-1 text-sm text-muted-foreground">{t('part.promotions.owner')}</p>
        ))}
    </PanelCard>
  )
}
