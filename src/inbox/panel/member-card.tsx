import { Suspense } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { loadSectionWords, t } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { roomName } from '../room/room.ts'
import { PanelCard } from './panel-card.tsx'

/** With the words of members and orders. */
const CustomerPanel = latePiece(async () => {
  const words = loadSectionWords('member', 'transaction').catch(() => undefined)
  const [module] = await Promise.all([import('#console/commerce/customer-panel.tsx'), words])
  return module.CustomerPanel
})

/** The customer's membership and orders. */
export function MemberCard({ room }: { room: Room }) {
  return (
    <PanelCard title={t('chat.member')}>
      <Suspense fallback={<Skeleton className="h-16" />}>
        <CustomerPanel key={room.ref} name={roomName(room)} customer_phone={room.customer_phone} customer_id={room.customer_id} />
      </Suspense>
    </PanelCard>
  )
}
